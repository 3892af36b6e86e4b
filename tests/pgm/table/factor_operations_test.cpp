#include <pgm/table/table.hpp>

#include <tests/support/catch.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

using namespace pgm;

namespace {

const VariableId a(0), b(1), c(2);

std::vector<double> values(const Table& table) {
    return {table.values().begin(), table.values().end()};
}

std::vector<VariableId> variables(const Table& table) {
    return {table.scope().variables().begin(), table.scope().variables().end()};
}

/// Whole numbers, whose sums and products are exact.
Table random_table(Rng& rng, std::vector<VariableId> scope,
                   const std::vector<std::size_t>& cardinalities) {
    std::vector<std::size_t> sizes;
    for (const VariableId variable : scope) sizes.push_back(cardinalities[variable.index()]);
    Table table{Scope(scope, sizes)};
    for (double& value : table.values()) value = static_cast<double>(rng.below(100));
    return table;
}

}  // namespace

TEST_CASE("Factor operations: the product of two tables, worked out by hand",
          "[factor_operations]") {
    // Koller and Friedman (2009), figure 4.3.
    const Table left(Scope({a, b}, {3, 2}), std::vector<double>{0.5, 0.8, 0.1, 0, 0.3, 0.9});
    const Table right(Scope({b, c}, {2, 2}), std::vector<double>{0.5, 0.7, 0.1, 0.2});
    const Table both = product(left, right);
    CHECK(variables(both) == std::vector{a, b, c});
    const std::vector<double> expected{0.25, 0.35, 0.08, 0.16, 0.05, 0.07,
                                       0,    0,    0.15, 0.21, 0.09, 0.18};
    for (std::size_t cell = 0; cell < expected.size(); ++cell)
        CHECK_THAT(both[cell], Catch::Matchers::WithinAbs(expected[cell], 1e-16));
}

TEST_CASE("Factor operations: a variable summed out, worked out by hand", "[factor_operations]") {
    const Table table(Scope({a, b, c}, {2, 2, 2}),
                      std::vector<double>{1, 2, 4, 8, 16, 32, 64, 128});
    CHECK(values(sum_out(table, a)) == std::vector<double>{17, 34, 68, 136});
    CHECK(values(sum_out(table, b)) == std::vector<double>{5, 10, 80, 160});
    CHECK(values(sum_out(table, c)) == std::vector<double>{3, 12, 48, 192});
    CHECK(variables(sum_out(table, b)) == std::vector{a, c});
    const Table number = sum_out(Table(Scope({a}, {3}), std::vector<double>{1, 2, 3}), a);
    CHECK(number.scope().size() == 0);
    CHECK(values(number) == std::vector<double>{6});
}

TEST_CASE("Factor operations: a table times a number is that table", "[factor_operations]") {
    const Table one(Scope{}, std::vector<double>{1});
    const Table table(Scope({b, a}, {2, 2}), std::vector<double>{1, 2, 3, 4});
    CHECK(values(product(table, one)) == values(table));
    CHECK(values(product(one, table)) == values(table));
    CHECK(variables(product(one, table)) == std::vector{b, a});
}

TEST_CASE("Factor operations: a sum over a variable passes tables that lack it",
          "[factor_operations]") {
    Rng rng(3);
    for (int trial = 0; trial < 30; ++trial) {
        const std::vector<std::size_t> cardinalities{1 + rng.below(4), 1 + rng.below(4),
                                                     1 + rng.below(4)};
        const Table left = random_table(rng, {c, a}, cardinalities),
                    right = random_table(rng, {b, c}, cardinalities);
        const Table late = sum_out(product(left, right), b),
                    early = product(left, sum_out(right, b));
        CHECK(variables(late) == variables(early));
        CHECK(values(late) == values(early));
        CHECK(values(product(left, right).permuted(std::vector{a, b, c})) ==
              values(product(right, left).permuted(std::vector{a, b, c})));
    }
}

TEST_CASE("Factor operations: tables that do not fit are refused", "[factor_operations]") {
    const Table two(Scope({a}, {2})), three(Scope({a}, {3}));
    CHECK_THROWS_AS(product(two, three), ArgumentError);
    CHECK_THROWS_WITH(product(two, three), Catch::Contains("different numbers of states"));
    CHECK_THROWS_WITH(sum_out(two, b), Catch::Contains("cannot be summed out"));
}
