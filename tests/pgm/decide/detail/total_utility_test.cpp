#include <pgm/core/error.hpp>
#include <pgm/decide/detail/total_utility.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/example_diagrams.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using detail::scaled_utility;
using detail::ScaledUtility;
using detail::total_utility;

namespace {

std::vector<Table> tables_of(const char* text) {
    return total_utility(diagram_of(text));
}

std::vector<double> cells(const Table& table) {
    return {table.values().begin(), table.values().end()};
}

using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("total_utility: one table for each scope that no other includes", "[decide]") {
    const std::vector<Table> tables = tables_of(
        "A, B -> U{utility}; B -> V{utility}; C -> W{utility}; X{utility}; U: 1 2 3 4; V: 10 20;"
        "W: 5 6; X: 100");
    REQUIRE(tables.size() == 2);
    double sum = 0;
    for (const Table& table : tables) sum += table[0];
    CHECK(sum == 1 + 10 + 5 + 100);
}

TEST_CASE("total_utility: a sum of utilities becomes part of their tables", "[decide]") {
    const std::vector<Table> sum = tables_of(
        "A -> U{utility} -> S{utility} <- V{utility} <- B; U: 1 2; V: 10 30;"
        "S: 2 U - 0.5 V + 7");
    REQUIRE(sum.size() == 2);
    CHECK(sum[0].size() == 2);
    CHECK(sum[1].size() == 2);
    double least = 0, most = 0;
    for (const Table& table : sum) {
        least += std::ranges::min(table.values());
        most += std::ranges::max(table.values());
    }
    CHECK(least == 2 - 15 + 7);
    CHECK(most == 4 - 5 + 7);
}

TEST_CASE("total_utility: weights that depend on a state widen the table", "[decide]") {
    const std::vector<Table> tables =
        tables_of("A -> U{utility} -> S{utility} <- B; U: 1 2; S | B=0: 3 U; S | B=1: -1 U + 5");
    REQUIRE(tables.size() == 1);
    REQUIRE(tables[0].size() == 4);
    Numbers values = cells(tables[0]);
    std::ranges::sort(values);
    CHECK(values == Numbers{3, 3, 4, 6});  // 3 1, 5 - 2, 5 - 1, 3 2
}

TEST_CASE("total_utility: utilities below one another, through two ways", "[decide]") {
    const std::vector<Table> tables =
        tables_of("A -> U{utility} -> V{utility} -> S{utility} <- U; U: 1 2; V: 3 U; S: V + U");
    REQUIRE(tables.size() == 1);
    CHECK(cells(tables[0]) == Numbers{4, 8});
}

TEST_CASE("scaled_utility: cells between 0 and 1, with their logarithms", "[decide]") {
    const VariableId a(0);
    const ScaledUtility scaled =
        scaled_utility(Table(Scope({a}, {3}), std::vector<double>{-2, 2, 0}));
    CHECK(scaled.least == -2);
    CHECK(scaled.range == 4);
    CHECK(cells(scaled.table) == Numbers{0, 1, 0.5});
    CHECK(scaled.logs[1] == 0);
    CHECK(std::isinf(scaled.logs[0]));
    const ScaledUtility constant = scaled_utility(Table(Scope(), std::vector<double>{7}));
    CHECK(constant.range == 0);
    CHECK(constant.table[0] == 0);
    const auto wide = [&] {
        scaled_utility(Table(Scope({a}, {2}), std::vector<double>{-1e308, 1e308}));
    };
    CHECK_THROWS_AS(wide(), ArgumentError);
}

TEST_CASE("ScaledUtility: an exponential utility keeps logarithms beyond doubles", "[decide]") {
    ScaledUtility scaled =
        scaled_utility(Table(Scope({VariableId(0)}, {3}), std::vector<double>{0, 1, 2000}));
    scaled.make_exponential(1);
    CHECK(scaled.table[0] == 1);
    CHECK(scaled.table[1] == Approx(std::exp(-1)));
    CHECK(scaled.table[2] == 0);
    CHECK(scaled.logs[2] == Approx(-2000));
    CHECK_THROWS_AS(scaled.make_exponential(1e-320), ArgumentError);
}
