#include <learners/search/detail/timed_loop.hpp>

#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <chrono>

namespace pgm::learners::detail {
namespace {

/// A few times what it takes to wake threads and to wait for the last of them.
constexpr double worth_threads = 300e-6;

}  // namespace

void TimedLoop::run(std::size_t count, std::size_t threads,
                    const std::function<void(std::size_t, std::size_t)>& body) {
    if (count == 0) return;
    const auto start = std::chrono::steady_clock::now();
    const double items = static_cast<double>(count);
    const bool alone = threads == 1 || items * seconds_per_item_ < worth_threads;
    if (alone) {
        body(0, count);
    } else {
        parallel_for(count, threads, body);
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    const std::size_t used = alone ? 1 : std::min(threads, count);
    seconds_per_item_ = elapsed.count() * static_cast<double>(used) / items;
}

}  // namespace pgm::learners::detail
