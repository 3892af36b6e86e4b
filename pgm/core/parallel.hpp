#pragma once

#include <pgm/core/stop_token.hpp>

#include <cstddef>
#include <functional>

namespace pgm {

/// The only door to threads. Calls `body(begin, end)` on disjoint ranges that cover [0, count), on
/// at most `threads` threads (0 = one per core, 1 = this thread, no pool touched), and on no more
/// than there are cores; where the system has fewer to give, on those. The ranges handed out depend
/// on the number of threads, so a body must compute each index independently of its neighbours;
/// everything in the library does, which is why its results do not depend on the number of threads.
/// The loop has a place of its own among the program's other uses of oneTBB and changes no setting
/// of theirs. An exception thrown by the body stops the loop and is rethrown here.
void parallel_for(std::size_t count, std::size_t threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

/// A loop that can be stopped asks the token between portions of the ranges that take about a
/// hundredth of a second, or one item where that takes longer. Throws Stopped, and then some items
/// were not done.
void parallel_for(std::size_t count, std::size_t threads, const StopToken& stop,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

/// `threads`, or one per core where that is 0.
std::size_t thread_count(std::size_t threads);

}  // namespace pgm
