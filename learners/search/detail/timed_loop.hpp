#pragma once

#include <cstddef>
#include <functional>
#include <limits>

namespace pgm::learners::detail {

/// A parallel loop that runs again and again, as in the steps of a search. Waking threads costs
/// more than a step of a small problem, so it remembers how long its items took, and runs on the
/// caller's thread alone where that will be over sooner. What is computed does not depend on it.
class TimedLoop {
public:
    /// parallel_for() (pgm/core/parallel.hpp) or one call of body(0, count).
    void run(std::size_t count, std::size_t threads,
             const std::function<void(std::size_t begin, std::size_t end)>& body);

private:
    double seconds_per_item_ = std::numeric_limits<double>::infinity();  ///< of one thread
};

}  // namespace pgm::learners::detail
