#include <pgm/core/parallel.hpp>

#include <catch2/catch.hpp>
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
    CHECK(thread_count(3) == 3);
}

TEST_CASE("Parallel loops: an exception of the body arrives at the caller", "[parallel]") {
    CHECK_THROWS_AS(parallel_for(1000, 4, [](std::size_t, std::size_t) { throw std::runtime_error("body"); }), std::runtime_error);
}
