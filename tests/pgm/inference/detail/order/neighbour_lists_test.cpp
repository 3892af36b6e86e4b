#include <pgm/inference/detail/order/neighbour_lists.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <pgm/core/random.hpp>
#include <pgm/inference/detail/order/neighbour_bits.hpp>
#include <set>

using namespace pgm;
using namespace pgm::detail;

namespace {

InteractionGraph one_family_among(std::size_t size) {
    const std::vector<std::uint32_t> family{0, 1, 2, 3, 4};
    const std::vector<std::span<const std::uint32_t>> families{family};
    return InteractionGraph(std::vector<std::uint32_t>(size, 2), families);
}

template <class Neighbours>
std::vector<std::uint32_t> neighbours_of(const Neighbours& graph, std::uint32_t v) {
    std::vector<std::uint32_t> list;
    graph.for_each(v, [&](std::uint32_t u) { list.push_back(u); });
    return list;
}

}  // namespace

TEMPLATE_TEST_CASE("Neighbours: lists and bits grow and shrink like sets", "[neighbours]",
                   NeighbourLists, NeighbourBits) {
    constexpr std::size_t size = 150;
    TestType graph(one_family_among(size));
    std::vector<std::set<std::uint32_t>> wanted(size);
    for (std::uint32_t a = 0; a < 5; ++a) {
        for (std::uint32_t b = 0; b < 5; ++b) {
            if (a != b) wanted[a].insert(b);
        }
    }
    Rng rng(8);
    for (int i = 0; i < 5000; ++i) {
        const auto v = static_cast<std::uint32_t>(rng.below(size)),
                   u = static_cast<std::uint32_t>(rng.below(30));
        REQUIRE(graph.adjacent(v, u) == wanted[v].contains(u));
        if (wanted[v].contains(u)) {
            graph.erase(v, u);
            graph.erase(u, v);
            wanted[v].erase(u);
            wanted[u].erase(v);
        } else if (v != u && rng.below(3) > 0) {
            graph.connect(v, u);
            wanted[v].insert(u);
            wanted[u].insert(v);
        }
        REQUIRE(std::ranges::equal(neighbours_of(graph, v), wanted[v]));
        REQUIRE(graph.degree(u) == wanted[u].size());
        std::vector<std::uint32_t> common, expected;
        graph.for_each_common(u, v, [&](std::uint32_t x) { common.push_back(x); });
        std::ranges::set_intersection(wanted[u], wanted[v], std::back_inserter(expected));
        REQUIRE(common == expected);
    }
}

TEST_CASE("Neighbours: those of a hub grow and shrink like a set", "[neighbours]") {
    constexpr std::uint32_t size = 4000, hub = 7;  // a list has at most 1,024
    NeighbourLists graph(one_family_among(size));
    std::set<std::uint32_t> wanted;
    graph.for_each(hub, [&](std::uint32_t u) { wanted.insert(u); });
    Rng rng(9);
    for (const std::uint32_t share_that_stays : {4u, 0u, 3u}) {
        for (int i = 0; i < 20'000; ++i) {
            const auto u = static_cast<std::uint32_t>(rng.below(size));
            if (u == hub) continue;
            REQUIRE(graph.adjacent(hub, u) == wanted.contains(u));
            const bool stays = rng.below(4) < share_that_stays;
            if (wanted.contains(u) && !stays) {
                graph.erase(hub, u);
                graph.erase(u, hub);
                wanted.erase(u);
            } else if (!wanted.contains(u) && stays) {
                graph.connect(hub, u);
                wanted.insert(u);
            }
            REQUIRE(graph.degree(hub) == wanted.size());
        }
        REQUIRE(std::ranges::equal(neighbours_of(graph, hub), wanted));
        std::vector<std::uint32_t> common, expected;
        graph.for_each_common(hub, 0, [&](std::uint32_t x) { common.push_back(x); });
        std::ranges::set_intersection(wanted, neighbours_of(graph, 0),
                                      std::back_inserter(expected));
        REQUIRE(common == expected);
    }
}
