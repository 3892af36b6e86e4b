#include <learners/search/detail/timed_loop.hpp>

#include <pgm/core/parallel.hpp>

#include <atomic>
#include <chrono>

namespace pgm::learners::detail {
namespace {

/// A few times what it takes to wake threads and to wait for the last of them.
constexpr double worth_threads = 300e-6;

}  // namespace

void TimedLoop::run(std::size_t count, std::size_t threads,
                    const std::function<void(std::size_t, std::size_t)>& body) {
    if (count == 0) return;
    const double items = static_cast<double>(count);
    // The time within the bodies: that of waiting for threads that other programs keep from running
    // would say for ever that threads are worth it.
    std::atomic<double> seconds = 0;
    const auto timed_body = [&](std::size_t begin, std::size_t end) {
        const auto start = std::chrono::steady_clock::now();
        body(begin, end);
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        seconds.fetch_add(elapsed.count(), std::memory_order_relaxed);
    };
    if (threads == 1 || items * seconds_per_item_ < worth_threads) {
        timed_body(0, count);
    } else {
        parallel_for(count, threads, timed_body);
    }
    seconds_per_item_ = seconds / items;
}

}  // namespace pgm::learners::detail
