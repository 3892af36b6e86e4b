#include <pgm/query/visiting_order.hpp>

#include <catch2/catch.hpp>
#include <vector>

using namespace pgm;

namespace {

Arc arc(std::size_t parent, std::size_t child) {
    return {VariableId(parent), VariableId(child)};
}

}  // namespace

TEST_CASE("A chain is visited along the chain, whatever the numbers of its vertices", "[query]") {
    // 0 -> 3 -> 1 <- 4 <- 2
    const std::vector<Arc> arcs = {arc(0, 3), arc(3, 1), arc(4, 1), arc(2, 4)};
    CHECK(visiting_order(Dag(5, arcs)) == std::vector<std::size_t>{0, 2, 4, 1, 3});
}

TEST_CASE("Parts that do not hang together are visited one after the other", "[query]") {
    const std::vector<Arc> arcs = {arc(0, 2), arc(1, 3)};
    CHECK(visiting_order(Dag(4, arcs)) == std::vector<std::size_t>{0, 2, 1, 3});
    CHECK(visiting_order(Dag()).empty());
}

TEST_CASE("A chain of a million vertices is visited without recursion", "[query]") {
    constexpr std::size_t size = 1'000'000;
    std::vector<Arc> arcs;
    for (std::size_t v = 0; v + 1 < size; ++v) arcs.push_back(arc(v, v + 1));
    const std::vector<std::size_t> order = visiting_order(Dag(size, arcs));
    CHECK(order.front() == 0);
    CHECK(order.back() == size - 1);
}
