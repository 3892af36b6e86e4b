#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/variable_elimination.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <set>

using namespace pgm;

namespace {

using Scopes = std::vector<std::vector<std::size_t>>;

std::vector<Scope> scopes_of(const std::vector<std::size_t>& cardinalities, const Scopes& members) {
    std::vector<Scope> scopes;
    for (const std::vector<std::size_t>& scope : members) {
        std::vector<std::size_t> states;
        for (const std::size_t v : scope) states.push_back(cardinalities[v]);
        scopes.emplace_back(std::vector<VariableId>(scope.begin(), scope.end()), states);
    }
    return scopes;
}

std::vector<std::size_t> order_of(const std::vector<std::size_t>& cardinalities,
                                  const Scopes& members) {
    constexpr std::size_t most = std::size_t{1} << 40;
    std::vector<std::size_t> order;
    for (const VariableId id :
         elimination_order(cardinalities, scopes_of(cardinalities, members), most, most))
        order.push_back(id.index());
    return order;
}

/// The cells of all tables that summing out in this order makes, by the definition.
double cells_of(const std::vector<std::size_t>& cardinalities, const Scopes& members,
                const std::vector<std::size_t>& order) {
    std::vector<std::set<std::size_t>> factors;
    for (const std::vector<std::size_t>& scope : members)
        factors.emplace_back(scope.begin(), scope.end());
    double total = 0;
    for (const std::size_t v : order) {
        std::set<std::size_t> product{v};
        std::erase_if(factors, [&](const std::set<std::size_t>& factor) {
            if (!factor.contains(v)) return false;
            product.insert(factor.begin(), factor.end());
            return true;
        });
        double cells = 1;
        for (const std::size_t u : product) cells *= static_cast<double>(cardinalities[u]);
        total += cells;
        product.erase(v);
        factors.push_back(product);
    }
    return total;
}

}  // namespace

TEST_CASE("Order of elimination: leaves of a tree come before its inner variables") {
    // 0 - 1 - 2 - 3: both ends add no edge; the inner ones would join their neighbours.
    CHECK(order_of({2, 2, 2, 2}, {{0, 1}, {1, 2}, {2, 3}}) == std::vector<std::size_t>{0, 1, 2, 3});
    // A star around 0: the leaves, by their numbers of states, until the centre is a leaf.
    CHECK(order_of({2, 5, 3, 2}, {{0, 1}, {0, 2}, {0, 3}}) == std::vector<std::size_t>{3, 2, 0, 1});
}

TEST_CASE("Order of elimination: of several edges to add the cheapest is first") {
    // The cycle 0 - 1 - 2 - 3: eliminating 0 or 2 joins 1 and 3 (2 and 3 states), 1 or 3 joins 0
    // and 2 (5 and 5).
    CHECK(order_of({5, 2, 5, 3}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}).front() == 0);
}

TEST_CASE("Order of elimination: every variable is there once, those without factors too") {
    std::vector<std::size_t> order = order_of({2, 3, 1}, {{0}, {}});
    std::ranges::sort(order);
    CHECK(order == std::vector<std::size_t>{0, 1, 2});
    CHECK(order_of({}, {}).empty());
}

TEST_CASE("Order of elimination: a hub with twenty thousand neighbours is a matter of moments") {
    constexpr std::size_t leaves = 20'000;
    Scopes members;
    for (std::size_t leaf = 1; leaf <= leaves; ++leaf) members.push_back({0, leaf});
    for (std::size_t leaf = 1; leaf < leaves; ++leaf) members.push_back({leaf, leaf + 1});
    CHECK(order_of(std::vector<std::size_t>(leaves + 1, 2), members).size() == leaves + 1);
}

TEST_CASE("Order of elimination: the cells of a table and of all tables are limited") {
    const std::vector<std::size_t> four{4, 4, 4, 1};
    const std::vector<Scope> triangle = scopes_of(four, {{0, 1}, {1, 2}, {2, 0}});
    // The tables have 64, 16, 4 and, of the variable of one state, 1 cell.
    CHECK_NOTHROW(elimination_order(four, triangle, 64, 85));
    CHECK_THROWS_WITH(elimination_order(four, triangle, 63, 85),
                      Catch::Contains("eliminating variable 0 of the factor graph makes a table of "
                                      "64 cells, the limit is 63"));
    CHECK_THROWS_WITH(elimination_order(four, triangle, 64, 84),
                      Catch::Contains("makes tables of 85 cells together, the limit is 84"));
}

TEST_CASE("Order of elimination: the limits are those of the order that is found") {
    // A grid of 9 x 9 variables of two or three states, whose rows are joined at random.
    Rng rng(7);
    std::vector<std::size_t> cardinalities;
    Scopes members;
    for (std::size_t v = 0; v < 81; ++v) {
        cardinalities.push_back(2 + rng.below(2));
        if (v % 9 > 0) members.push_back({v - 1, v});
        if (v >= 9) members.push_back({v - 9 + rng.below(2) * (v % 9 > 0 ? 1 : 0), v});
    }
    const std::vector<Scope> scopes = scopes_of(cardinalities, members);
    const std::vector<std::size_t> order = order_of(cardinalities, members);
    const auto cells = static_cast<std::size_t>(cells_of(cardinalities, members, order));
    CHECK_NOTHROW(elimination_order(cardinalities, scopes, cells, cells));
    CHECK_THROWS_AS(elimination_order(cardinalities, scopes, cells, cells - 1), TooLargeError);
}
