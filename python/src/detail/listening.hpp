#pragma once

#include <learners/fit/estimator.hpp>
#include <learners/search/search_control.hpp>
#include <python/src/detail/bindings.hpp>

#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <thread>

namespace pgm::python {

/// Listens to Python while the library works without the lock of the interpreter: Ctrl-C stops the
/// work, and so does an exception of `progress(fraction, score)`, a callable or None.
class Listener {
public:
    explicit Listener(nb::handle progress) : progress_(nb::borrow(progress)) {}

    learners::SearchControl control(std::size_t threads);

    /// Throws what stopped the work, in which the lock must be held.
    void rethrow() {
        if (error_) throw nb::python_error(std::move(*error_));
    }

private:
    /// Signals are for the main thread, which called; it asks at most twenty times a second.
    bool stop_is_requested();
    bool goes_on(const learners::SearchProgress& progress);
    /// Runs `ask` with the lock; an exception of Python is kept and stops the work.
    template <class Ask>
    void with_lock(Ask&& ask);

    using Clock = std::chrono::steady_clock;

    nb::object progress_;
    std::thread::id caller_ = std::this_thread::get_id();
    Clock::time_point next_ = Clock::now();
    std::atomic<bool> stopped_ = false;
    std::optional<nb::python_error> error_;
};

/// Runs `work(control)` without the lock, listening.
template <class Work>
auto listening(std::size_t threads, nb::handle progress, Work&& work) {
    Listener listener(progress);
    const learners::SearchControl control = listener.control(threads);
    auto result = [&] {
        const nb::gil_scoped_release release;
        try {
            return std::optional(work(control));
        } catch (const Stopped&) {
            return decltype(std::optional(work(control)))();
        }
    }();
    listener.rethrow();
    return *std::move(result);
}

/// The words of a learner by the names that estimators of Python have for them.
learners::LearnerWords words_from(const std::map<std::string, std::string>& given);

}  // namespace pgm::python
