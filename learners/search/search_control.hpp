#pragma once

#include <pgm/core/stop_token.hpp>

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

/// The hold that a caller has on a search while it runs. The wish to stop may come from either
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
};

}  // namespace pgm::learners
