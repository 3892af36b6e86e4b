#include <pgm/inference/neighbour_lists.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <pgm/core/random.hpp>
#include <set>

using namespace pgm;

TEST_CASE("Neighbour lists: grow and shrink like sets", "[neighbour_lists]") {
    const std::vector<std::uint32_t> family{0, 1, 2, 3, 4};
    const std::vector<std::span<const std::uint32_t>> families{family};
    const InteractionGraph graph(std::vector<std::uint32_t>(30, 2), families);
    NeighbourLists lists(graph);
    std::vector<std::set<std::uint32_t>> wanted(30);
    for (const std::uint32_t a : family) {
        for (const std::uint32_t b : family) {
            if (a != b) wanted[a].insert(b);
        }
    }
    Rng rng(8);
    for (int i = 0; i < 5000; ++i) {
        const auto v = static_cast<std::uint32_t>(rng.below(30)), u = static_cast<std::uint32_t>(rng.below(30));
        if (wanted[v].contains(u)) {
            lists.erase(v, u);
            wanted[v].erase(u);
        } else if (rng.below(3) > 0) {
            lists.insert(v, u);
            wanted[v].insert(u);
        }
        REQUIRE(std::ranges::equal(lists[v], wanted[v]));
    }
    for (std::uint32_t v = 0; v < 30; ++v) CHECK(std::ranges::equal(lists[v], wanted[v]));
}

TEST_CASE("Neighbour lists: two are adjacent whichever is asked first", "[neighbour_lists]") {
    const std::vector<std::uint32_t> family{0, 2}, other{2, 3};
    const std::vector<std::span<const std::uint32_t>> families{family, other};
    const InteractionGraph graph({2, 2, 2, 2}, families);
    const NeighbourLists lists(graph);
    CHECK(lists.adjacent(0, 2));
    CHECK(lists.adjacent(2, 0));
    CHECK(lists.adjacent(3, 2));
    CHECK(!lists.adjacent(0, 3));
    CHECK(!lists.adjacent(1, 2));
}
