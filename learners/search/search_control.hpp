#pragma once

#include <pgm/core/stop_token.hpp>
#include <pgm/data/family_counter.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

namespace pgm::learners {

/// Progress of a long search.
struct SearchProgress {
    double fraction = 0;         ///< an estimate of the part that is done, 0 ... 1
    double score = 0;            ///< of the best structure so far
    std::size_t iterations = 0;  ///< steps taken
};

/// One of several processes that all have the table to be learned from, and do a share each of what
/// takes long: the E-steps of EM. The result is the same everywhere, that of one process.
struct WorkShare {
    std::size_t share = 0, shares = 1;
    CountExchange exchange{};  ///< of what the shares come to

    bool has(std::size_t task) const { return task % shares == share; }
};

/// The hold that a caller has on a search while it runs. The request to stop may come from either
/// function or from the clock; that of `proceed` waits for the end of a step, the others are heard
/// within a fraction of a second.
///
/// A search that is stopped returns the best structure it has found, which obeys the constraints,
/// and marks it partial.
struct SearchControl {
    /// Called now and then from the thread of the caller; the search stops when it returns false.
    std::function<bool(const SearchProgress&)> proceed;
    std::optional<std::chrono::duration<double>> time_limit;
    std::size_t threads = 1;
    /// Asked by all threads, within the steps between which `proceed` is called.
    StopToken stop{};
    /// The other shards of the table that is learned from, of which each process has one: what is
    /// learned is that of all rows, in every process. Then one thread is used, and nothing but the
    /// end of the program may stop the search.
    CountExchange exchange{};
    WorkShare work{};
};

}  // namespace pgm::learners
