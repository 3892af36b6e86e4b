#include <pgm/core/random.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/detail/counting/row_bits.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// 150 columns of two to four states, some cells missing in every third.
Dataset table(Rng& rng, std::size_t rows) {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < 150; ++i) {
        std::vector<std::string> names;
        for (std::size_t s = 0; s < 2 + i % 3; ++s) names.push_back(std::to_string(s));
        std::vector<std::optional<StateId>> cells(rows);
        for (auto& cell : cells)
            if (i % 3 > 0 || rng.below(5) > 0) cell = StateId(rng.below(names.size()));
        columns.push_back(discrete_column(Variable("x" + std::to_string(i), names), cells));
    }
    return Dataset(std::move(columns));
}

ColumnPointers pointers(const Dataset& data) {
    ColumnPointers columns;
    for (const Column& column : data.columns()) columns.push_back(&column);
    return columns;
}

std::vector<Addition> all_but_the_first(const Dataset& data, std::size_t states) {
    std::vector<Addition> additions;
    for (std::size_t i = 1; i < data.columns().size(); ++i)
        additions.push_back(
            {ColumnId(i),
             {.candidate_states = data.columns()[i].variable.cardinality(), .states = states}});
    return additions;
}

}  // namespace

TEST_CASE("RowBits: every addition is counted, whichever strip its bits are in") {
    Rng rng(1);
    const Dataset data = table(rng, 900);
    const RowBits bits(pointers(data), data.rows());
    const Column* const child = &data.columns()[0];
    const std::size_t states = child->variable.cardinality();
    SortedRows rows;
    rows.sort(row_cells(std::span(&child, 1), 0, data.rows(), states), states);
    REQUIRE(RowBits::can_count(rows));
    const std::vector<Addition> additions = all_but_the_first(data, states);
    std::size_t taken = 0;
    bits.count_additions(
        rows, states, additions, [&](std::size_t i, std::span<const std::uint64_t> counts) {
            const Column& added = data.column(additions[i].candidate);
            std::vector<std::uint64_t> expected(added.variable.cardinality() * states, 0);
            for (std::size_t row = 0; row < data.rows(); ++row)
                if (child->state(row) && added.state(row))
                    ++expected[added.state(row)->index() * states + child->state(row)->index()];
            CHECK(std::vector(counts.begin(), counts.end()) == expected);
            ++taken;
        });
    CHECK(taken == additions.size());
}

TEST_CASE("RowBits: a table suits it whose rows weigh 1 and fill the words of a row") {
    Rng rng(2);
    const Dataset data = table(rng, 10);
    ColumnPointers columns = pointers(data);
    CHECK(RowBits::suits(columns, {0, 10, {}}));
    const std::vector<std::uint64_t> weights(10, 1);
    CHECK_FALSE(RowBits::suits(columns, {0, 10, weights}));
    std::fill(columns.begin() + 5, columns.end(), nullptr);
    CHECK_FALSE(RowBits::suits(columns, {0, 10, {}}));
}

TEST_CASE("RowBits: what counting is expected to take grows with additions and occupied cells") {
    CHECK(RowBits::cost(5000, 2, 300) > RowBits::cost(5000, 2, 3));
    CHECK(RowBits::cost(5000, 200, 300) > RowBits::cost(5000, 2, 300));
    CHECK(RowBits::cost(5000, 1'000'000, 300) == RowBits::cost(5000, 5000, 300));
    CHECK(RowBits::cost_to_make(5000, 40) > RowBits::cost_to_make(500, 40));
}
