#include <pgm/core/parallel.hpp>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace pgm {
namespace {

/// How many of so many threads the system starts beside each other.
std::size_t started(std::size_t wanted) {
    std::atomic<bool> may_end = false;
    std::vector<std::thread> threads;
    try {
        threads.reserve(wanted);
        while (threads.size() < wanted) threads.emplace_back([&] { may_end.wait(false); });
    } catch (const std::exception&) {
        // No more are to be had: for want of memory, or of numbers for them.
    }
    may_end = true;
    may_end.notify_all();
    for (std::thread& thread : threads) thread.join();
    return threads.size();
}

/// The number of threads available, this one among them, up to `wanted`. oneTBB cannot go on where
/// it is refused a thread, so as many are started and ended beforehand; its own live on, and later
/// calls for no more than these try nothing.
std::size_t available(std::size_t wanted) {
    static std::mutex mutex;
    static std::size_t had = 1;
    const std::lock_guard lock(mutex);
    if (had < wanted) had = std::max(had, 1 + started(wanted - 1));
    return std::min(had, wanted);
}

/// Not more than the embedding program lets oneTBB have, which would complain on standard error.
std::size_t most_workers() {
    using oneapi::tbb::global_control;
    return global_control::active_value(global_control::max_allowed_parallelism);
}

}  // namespace

std::size_t thread_count(std::size_t threads) {
    const auto cores = static_cast<std::size_t>(oneapi::tbb::info::default_concurrency());
    return threads == 0 ? cores : std::min(threads, cores);
}

void parallel_for(std::size_t count, std::size_t threads,
                  const std::function<void(std::size_t, std::size_t)>& body) {
    namespace tbb = oneapi::tbb;
    if (count == 0) return;
    if (threads == 1 || count == 1) return body(0, count);
    const std::size_t some = available(std::min(thread_count(threads), most_workers()));
    if (some == 1) return body(0, count);
    tbb::task_arena arena(static_cast<int>(some));
    arena.execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count),
                          [&](const tbb::blocked_range<std::size_t>& range) {
                              body(range.begin(), range.end());
                          });
    });
}

void parallel_for(std::size_t count, std::size_t threads, const StopToken& stop,
                  const std::function<void(std::size_t, std::size_t)>& body) {
    if (!stop.is_possible()) return parallel_for(count, threads, body);
    constexpr std::chrono::milliseconds enough(10);
    parallel_for(count, threads, [&](std::size_t begin, std::size_t end) {
        std::size_t portion = 1;
        while (begin < end) {
            stop.check();
            const std::size_t next = begin + std::min(portion, end - begin);
            const StopToken::Clock::time_point start = StopToken::Clock::now();
            body(begin, next);
            if (StopToken::Clock::now() - start < enough) portion *= 2;
            begin = next;
        }
    });
}

}  // namespace pgm
