#include <pgm/core/stop_token.hpp>

#include <pgm/core/parallel.hpp>

#include <tests/support/catch.hpp>

#include <vector>

using namespace pgm;

TEST_CASE("A wish to stop is asked for until it has been said, and then stays so") {
    std::size_t asked = 0;
    const StopToken stop([&asked] { return ++asked == 3; });
    const StopToken copy = stop;
    CHECK(stop.is_possible());
    CHECK_FALSE(stop.requested());
    CHECK_FALSE(copy.requested());
    CHECK(copy.requested());
    CHECK(stop.requested());
    CHECK(asked == 3);
    CHECK_THROWS_AS(stop.check(), Stopped);
    CHECK_FALSE(stop.time_left());
}

TEST_CASE("A token by default is never requested") {
    const StopToken never;
    CHECK_FALSE(never.is_possible());
    CHECK_FALSE(never.requested());
    CHECK_NOTHROW(never.check());
    CHECK_FALSE(never.deadline());
}

TEST_CASE("A deadline that is over is a wish, and leaves no time") {
    const auto now = StopToken::Clock::now();
    const StopToken late({}, now - std::chrono::seconds(1));
    CHECK(late.requested());
    CHECK(late.time_left()->count() == 0);
    const StopToken early([] { return false; }, now + std::chrono::hours(24));
    CHECK_FALSE(early.requested());
    CHECK(early.time_left()->count() > 0);
}

TEST_CASE("Parallel loops: one that may be stopped does every index once", "[parallel]") {
    for (const std::size_t threads : {1u, 3u}) {
        std::vector<int> visits(1000, 0);
        const StopToken stop([] { return false; });
        parallel_for(visits.size(), threads, stop, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) ++visits[i];
        });
        CHECK(visits == std::vector<int>(1000, 1));
    }
}

TEST_CASE("Parallel loops: one that is stopped begins nothing more and says so", "[parallel]") {
    std::size_t done = 0;
    const StopToken stop([&done] { return done >= 100; });
    CHECK_THROWS_AS(parallel_for(1'000'000, 1, stop,
                                 [&](std::size_t begin, std::size_t end) { done += end - begin; }),
                    Stopped);
    // Portions at most double, however short they are.
    CHECK(done >= 100);
    CHECK(done < 300);
}
