#include <pgm/table/table.hpp>

#include <tests/support/catch.hpp>

#include <cstdint>
#include <numeric>
#include <pgm/core/error.hpp>

using namespace pgm;

TEST_CASE("Table: values are aligned to cache lines", "[table]") {
    for (const std::size_t k : {1u, 3u, 17u}) {
        const Table table{Scope({VariableId(0)}, {k})};
        CHECK(reinterpret_cast<std::uintptr_t>(table.values().data()) % 64 == 0);
    }
}

TEST_CASE("Table: permuting the axes keeps every value at its assignment", "[table]") {
    const VariableId a(0), b(1), c(2);
    std::vector<double> values(24);
    std::iota(values.begin(), values.end(), 0.0);
    const Table table(Scope({a, b, c}, {2, 3, 4}), values);
    const Table permuted = table.permuted(std::vector{c, a, b});
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 4; ++k) {
                CHECK(permuted.at(std::vector{StateId(k), StateId(i), StateId(j)}) ==
                      table.at(std::vector{StateId(i), StateId(j), StateId(k)}));
            }
        }
    }
    CHECK(permuted.permuted(std::vector{a, b, c}) == table);
    CHECK_THROWS_AS(table.permuted(std::vector{a, b}), ArgumentError);
    CHECK_THROWS_AS(table.permuted(std::vector{a, b, VariableId(9)}), ArgumentError);
}

TEST_CASE("Table: the number of values must fit", "[table]") {
    CHECK_THROWS_WITH(Table(Scope({VariableId(0)}, {3}), std::vector<double>{1, 2}),
                      "a table of 3 cells was given 2 values");
}

TEST_CASE("Table: sums are taken in eight lanes", "[table]") {
    // 1 and fifteen times 2^-53: one after the other each small one is rounded away; in lanes those
    // that do not meet the 1 first add up.
    std::vector<double> values(16, 0x1p-53);
    values[0] = 1;
    CHECK(std::accumulate(values.begin(), values.end(), 0.0) == 1);
    CHECK(fixed_order_sum(values) > 1);
    CHECK(fixed_order_sum({}) == 0);
}
