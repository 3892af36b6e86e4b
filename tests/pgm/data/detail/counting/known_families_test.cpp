#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/data/sums.hpp>

#include <tests/support/catch.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace pgm;

namespace {

Column random_column(Rng& rng, char name, std::size_t states, std::size_t rows) {
    std::vector<std::string> names;
    for (std::size_t s = 0; s < states; ++s) names.push_back(std::to_string(s));
    std::vector<std::optional<StateId>> cells(rows);
    for (auto& cell : cells)
        if (rng.below(10) > 0) cell = StateId(rng.below(states));
    return discrete_column(Variable(std::string(1, name), std::move(names)), cells);
}

/// Three columns, and weights of quarters where they are wanted.
Dataset random_table(Rng& rng, std::size_t states, std::size_t rows, bool is_weighted) {
    std::vector<Column> columns;
    for (const char name : {'a', 'b', 'c'})
        columns.push_back(random_column(rng, name, states, rows));
    std::vector<double> weights;
    if (is_weighted)
        for (std::size_t row = 0; row < rows; ++row)
            weights.push_back(static_cast<double>(rng.below(8)) / 4);
    return Dataset(std::move(columns), std::move(weights));
}

const Family c_below_a_and_b{ColumnId{2}, {ColumnId{0}, ColumnId{1}}};

/// The weight of each cell, row by row; only those that are not zero.
std::map<std::size_t, double> counted_plainly(const Dataset& data) {
    std::map<std::size_t, double> weights;
    for (std::size_t row = 0; row < data.rows(); ++row) {
        std::size_t cell = 0;
        bool is_complete = true;
        for (std::size_t column = 0; column < 3; ++column) {
            const std::optional<StateId> state = data.column(ColumnId(column)).state(row);
            is_complete = is_complete && state.has_value();
            if (state)
                cell = cell * data.column(ColumnId(column)).variable.cardinality() + state->index();
        }
        const double weight = data.weights().empty() ? 1 : data.weights()[row];
        if (is_complete && weight > 0) weights[cell] += weight;
    }
    return weights;
}

Sums no_rows_of(const Dataset& data) {
    return Sums(data.schema(), {c_below_a_and_b});
}

std::map<std::size_t, double> cells_of(const Sums& statistics) {
    std::map<std::size_t, double> weights;
    statistics.counts(c_below_a_and_b).for_each([&](std::size_t cell, WeightSum weight) {
        weights[cell] = weight.value();
    });
    return weights;
}

}  // namespace

TEST_CASE(
    "Sparse families: cells hold the weights of their rows, whether many fall into each or "
    "few, and whatever was added before") {
    Rng rng(5);
    // 27,000 cells: fewer than eight for each of 40,000 rows, and more for each of 1,000.
    for (const std::size_t rows : {0, 1, 1000, 40000, 100000}) {
        for (const bool is_weighted : {false, true}) {
            CAPTURE(rows, is_weighted);
            const Dataset first = random_table(rng, 30, rows, is_weighted);
            const Dataset second = random_table(rng, 30, 3000, is_weighted);
            Sums statistics = no_rows_of(first);
            REQUIRE(statistics.counts(c_below_a_and_b).is_sparse());
            statistics.add(first, 3);
            CHECK(cells_of(statistics) == counted_plainly(first));
            statistics.add(second);
            std::map<std::size_t, double> both = counted_plainly(first);
            for (const auto& [cell, weight] : counted_plainly(second)) both[cell] += weight;
            CHECK(cells_of(statistics) == both);
        }
    }
}

TEST_CASE("Sparse families: one has no trace of the others") {
    Rng rng(6);
    const Dataset data = random_table(rng, 30, 50000, false);
    const Family dense{ColumnId{0}, {ColumnId{1}}}, turned{ColumnId{0}, {ColumnId{2}, ColumnId{1}}};
    Sums one(data.schema(), {c_below_a_and_b, dense, turned}), four = one;
    one.add(data, 1);
    four.add(data, 4);
    CHECK(one == four);
    CHECK(cells_of(one) == counted_plainly(data));
    std::size_t cells = 0;
    one.counts(turned).for_each([&](std::size_t, WeightSum) { ++cells; });
    CHECK(cells == counted_plainly(data).size());
}

TEST_CASE("Sparse families: counting can be stopped") {
    Rng rng(7);
    const Dataset data = random_table(rng, 30, 1000, false);
    Sums statistics = no_rows_of(data);
    CHECK_THROWS_AS(statistics.add(data, 1, StopToken([] { return true; })), Stopped);
    CHECK(cells_of(statistics).empty());
}
