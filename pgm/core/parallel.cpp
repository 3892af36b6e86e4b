#include <pgm/core/parallel.hpp>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace pgm {

std::size_t thread_count(std::size_t threads) {
    return threads == 0 ? static_cast<std::size_t>(oneapi::tbb::info::default_concurrency()) : threads;
}

void parallel_for(std::size_t count, std::size_t threads, const std::function<void(std::size_t, std::size_t)>& body) {
    if (count == 0) return;
    if (threads == 1 || count == 1) return body(0, count);
    namespace tbb = oneapi::tbb;
    // Without this, more threads than cores make oneTBB print a warning, and a library prints nothing.
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, thread_count(threads));
    tbb::task_arena arena(threads == 0 ? tbb::task_arena::automatic : static_cast<int>(threads));
    arena.execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count), [&](const tbb::blocked_range<std::size_t>& range) { body(range.begin(), range.end()); });
    });
}

}  // namespace pgm
