#pragma once

#include <pgm/core/detail/stopwatch.hpp>
#include <pgm/inference/detail/joint/joint_table.hpp>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>

namespace pgm::detail {

/// The joint table of an engine, made when it is first asked for, by whichever thread that is.
class JointTableOnce {
public:
    /// The table, or null where the network has none. Adds the seconds of making it, for that is
    /// all the compiling that a small network needs.
    const JointTable* get(const BayesianNetwork& network, std::size_t max_bytes,
                          double& seconds) const {
        if (!is_made_.load(std::memory_order_acquire)) {
            std::call_once(once_, [&] {
                const ScopedTimer watch(seconds);
                table_ = JointTable::of(network, max_bytes);
                is_made_.store(true, std::memory_order_release);
            });
        }
        return table_ ? &*table_ : nullptr;
    }

private:
    mutable std::once_flag once_;
    mutable std::atomic<bool> is_made_ = false;  ///< what std::call_once would take longer to tell
    mutable std::optional<JointTable> table_;    ///< written under that once_flag
};

}  // namespace pgm::detail
