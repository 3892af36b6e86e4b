#pragma once

#include <pgm/inference/engine.hpp>
#include <python/src/detail/bindings.hpp>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace pgm::python {

/// An engine with the workspaces of the threads that use it.
class Engine {
public:
    explicit Engine(const Network& network, std::size_t threads)
        : engine_(*network.built(), {.threads = threads}) {}

    const InferenceEngine& engine() const { return engine_; }
    const BayesianNetwork& network() const { return engine_.network(); }

    /// Calls ask(workspace) without the lock of the interpreter, in a workspace that no other call
    /// uses meanwhile.
    template <class Ask>
    auto with_workspace(Ask&& ask) const {
        const nb::gil_scoped_release release;
        std::unique_ptr<Workspace> workspace = take();
        auto answer = ask(*workspace);
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(workspace));
        return answer;
    }

private:
    std::unique_ptr<Workspace> take() const {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return std::make_unique<Workspace>();
        std::unique_ptr<Workspace> workspace = std::move(free_.back());
        free_.pop_back();
        return workspace;
    }

    InferenceEngine engine_;
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<Workspace>> free_;
};

/// Adds what is asked of the rows of a table.
void bind_row_answers(nb::class_<Engine>& engine);

}  // namespace pgm::python
