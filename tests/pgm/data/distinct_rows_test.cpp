#include <pgm/data/distinct_rows.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace pgm;
using namespace pgm::tests;

namespace {

DistinctRows rows_of(const Dataset& data) {
    DistinctRows rows(data.schema());
    rows.add(data);
    return rows;
}

std::map<std::vector<std::uint32_t>, double> weights_of(const DistinctRows& rows) {
    std::map<std::vector<std::uint32_t>, double> weights;
    for (const DistinctRows::WeightedRow& row : rows.rows())
        weights[row.codes] = row.weight.value();
    return weights;
}

constexpr std::uint32_t none = DistinctRows::missing;

/// Some columns of many states, so that nearly every row is another one; the others repeat them.
Dataset many_rows(std::size_t rows, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<std::string> names;
    for (int i = 0; i < 400; ++i) names.push_back(std::to_string(i));
    const Variable a("a", names), b("b", names);
    std::vector<std::optional<StateId>> first, second;
    for (std::size_t i = 0; i < rows; ++i) {
        const bool repeat = i > 0 && rng.below(5) == 0;
        const std::size_t before = repeat ? rng.below(i) : 0;
        first.push_back(repeat ? first[before] : std::optional(StateId(rng.below(400))));
        second.push_back(repeat ? second[before] : std::optional(StateId(rng.below(400))));
    }
    return Dataset({discrete_column(a, first), discrete_column(b, second)});
}

}  // namespace

TEST_CASE("Distinct rows have the weight of their rows, missing values being cells", "[data]") {
    const DistinctRows rows = rows_of(digits("ya", {"00", "01", "0.", "00", "11", "0.", "1."})
                                          .with_weights({1, 2, 0.5, 1, 0, 0.25, 3}));
    CHECK(weights_of(rows) == std::map<std::vector<std::uint32_t>, double>{
                                  {{0, 0}, 2}, {{0, 1}, 2}, {{0, none}, 0.75}, {{1, none}, 3}});
}

TEST_CASE("Distinct rows are the same in any order, in any parts", "[data]") {
    const Dataset data = many_rows(40000, 1);
    const DistinctRows all = rows_of(data);
    CHECK(all.size() == all.most());  // a sample
    std::vector<std::uint32_t> order(40000);
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    Rng rng(2);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    CHECK(rows_of(data.select_rows(order)) == all);
    DistinctRows parts(data.schema()), merged(data.schema());
    for (std::size_t begin = 0; begin < order.size(); begin += 6000) {
        const std::size_t count = std::min<std::size_t>(6000, order.size() - begin);
        const Dataset part = data.select_rows(std::span(order).subspan(begin, count));
        parts.add(part);
        merged.merge(rows_of(part));
    }
    CHECK(parts == all);
    CHECK(merged == all);
}

TEST_CASE("A sample of distinct rows has their whole weight", "[data]") {
    const Dataset data = many_rows(60000, 3);
    std::map<std::vector<std::uint32_t>, double> weights;
    for (std::size_t i = 0; i < data.rows(); ++i)
        ++weights[{static_cast<std::uint32_t>(data.columns()[0].state(i)->index()),
                   static_cast<std::uint32_t>(data.columns()[1].state(i)->index())}];
    const DistinctRows rows = rows_of(data);
    REQUIRE(weights.size() > rows.most());
    std::size_t low = 0;
    for (const DistinctRows::WeightedRow& row : rows.rows()) {
        CHECK(row.weight.value() == weights.at(row.codes));
        if (row.codes[0] < 200) ++low;
    }
    // Half of the states, in a sample of 16384: five standard deviations are 320.
    CHECK(std::abs(static_cast<double>(low) - 8192.0) < 320);
}

TEST_CASE("Distinct rows are put together from what was stored, or refused", "[data]") {
    const DistinctRows rows = rows_of(digits("ya", {"00", "01", "0.", "00", "11"}));
    std::vector<DistinctRows::WeightedRow> stored(rows.rows().begin(), rows.rows().end());
    std::ranges::reverse(stored);
    CHECK(DistinctRows::from_rows(rows.schema(), stored) == rows);
    stored.push_back(stored.front());
    CHECK_THROWS_WITH(DistinctRows::from_rows(rows.schema(), stored),
                      "a distinct row occurs twice");
    stored.back().codes = {2, 0};
    CHECK_THROWS_WITH(DistinctRows::from_rows(rows.schema(), stored),
                      "a distinct row does not fit its columns");
    stored.back() = {0, {1, 0}, WeightSum()};
    CHECK_THROWS_AS(DistinctRows::from_rows(rows.schema(), stored), ArgumentError);
}

TEST_CASE("Distinct rows refuse other columns", "[data]") {
    CHECK_THROWS_WITH(DistinctRows({Variable("x")}),
                      "distinct rows are those of discrete columns, and 'x' is continuous");
    DistinctRows rows = rows_of(digits("ya", {"00"}));
    CHECK_THROWS_AS(rows.add(digits("yb", {"00"})), ArgumentError);
    CHECK_THROWS_AS(rows.add(digits("ya", {"00"}, 3)), ArgumentError);
    CHECK_THROWS_AS(rows.merge(rows_of(digits("yb", {"00"}))), ArgumentError);
}
