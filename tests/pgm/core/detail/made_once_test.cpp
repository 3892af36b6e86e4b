#include <pgm/core/detail/made_once.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <array>
#include <pgm/core/parallel.hpp>
#include <stdexcept>
#include <vector>

using namespace pgm;
using pgm::detail::MadeOnce;

TEST_CASE("MadeOnce: the value is made when it is first asked for, and then kept") {
    const MadeOnce<int> value;
    int made = 0;
    const auto make = [&] { return ++made; };
    CHECK(made == 0);
    const int* const first = &value.get(make);
    CHECK(*first == 1);
    CHECK(&value.get(make) == first);
    CHECK(made == 1);
}

TEST_CASE("MadeOnce: threads that ask at once get the same value, and one of them made it") {
    const MadeOnce<std::vector<int>> value;
    std::array<const std::vector<int>*, 64> found{};
    std::array<int, 64> made{};
    parallel_for(found.size(), 2, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            found[i] = &value.get([&] { return std::vector<int>(1000, ++made[i]); });
    });
    for (const std::vector<int>* const one : found) CHECK((one == found[0] && one->back() == 1));
    CHECK(std::ranges::count(made, 1) == 1);
}

TEST_CASE("MadeOnce: what could not be made is made by the next that asks") {
    const MadeOnce<int> value;
    CHECK_THROWS_AS(value.get([]() -> int { throw std::runtime_error("no memory"); }),
                    std::runtime_error);
    CHECK(value.get([] { return 5; }) == 5);
}
