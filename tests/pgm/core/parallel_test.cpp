#include <pgm/core/parallel.hpp>

#include <tests/support/catch.hpp>

#include <oneapi/tbb/global_control.h>
#include <atomic>
#include <stdexcept>
#include <vector>

using namespace pgm;

TEST_CASE("Parallel loops: every index once, whatever the number of threads", "[parallel]") {
    for (const std::size_t threads : {0u, 1u, 2u, 3u, 8u}) {
        std::vector<int> visits(10'000, 0);
        parallel_for(visits.size(), threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) ++visits[i];
        });
        CHECK(visits == std::vector<int>(10'000, 1));
    }
    parallel_for(0, 4, [](std::size_t, std::size_t) { throw std::logic_error("nothing to do"); });
}

TEST_CASE("Parallel loops: no number of threads means one per core", "[parallel]") {
    CHECK(thread_count(0) >= 1);
    CHECK(thread_count(1) == 1);
    CHECK(thread_count(1'000'000'000) == thread_count(0));
}

TEST_CASE("Parallel loops: an exception of the body arrives at the caller", "[parallel]") {
    CHECK_THROWS_AS(
        parallel_for(1000, 4, [](std::size_t, std::size_t) { throw std::runtime_error("body"); }),
        std::runtime_error);
}

TEST_CASE("Parallel loops: the program's own use of oneTBB keeps its threads", "[parallel]") {
    using oneapi::tbb::global_control;
    const auto allowed = [] {
        return global_control::active_value(global_control::max_allowed_parallelism);
    };
    const global_control of_the_program(global_control::max_allowed_parallelism, 4);
    for (const std::size_t threads : {0u, 2u, 3u, 16u}) {
        std::atomic<std::size_t> changes = 0;
        parallel_for(1000, threads, [&](std::size_t, std::size_t) { changes += allowed() != 4; });
        CHECK(changes == 0);
    }
}

TEST_CASE("Parallel loops: a program that allows one thread gets its loops on that one",
          "[parallel]") {
    using oneapi::tbb::global_control;
    const global_control one(global_control::max_allowed_parallelism, 1);
    std::size_t calls = 0;
    parallel_for(1000, 8, [&](std::size_t begin, std::size_t end) { calls += end - begin; });
    CHECK(calls == 1000);
}
