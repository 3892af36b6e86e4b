#include <learners/table_estimation.hpp>
#include <pgm/core/error.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::learners;
using Kind = Smoothing::Kind;

namespace {

const std::vector<Variable> schema = {Variable("play", {"yes", "no"}), Variable("wind", {"weak", "strong"}),
                                      Variable("sky", {"sun", "cloud", "rain"})};

/// sky given play and wind; play=no, wind=strong was never seen.
FamilyCounts example() {
    std::vector<WeightSum> cells;
    for (const std::uint64_t n : {1, 2, 1, 0, 3, 1, 2, 0, 6, 0, 0, 0}) cells.push_back(WeightSum::of_count(n));
    return FamilyCounts({ColumnId(2), {ColumnId(0), ColumnId(1)}}, Scope({VariableId(0), VariableId(1), VariableId(2)}, {2, 2, 3}), cells);
}

std::vector<double> row(const std::vector<double>& cells, std::size_t r) {
    return {cells.begin() + static_cast<std::ptrdiff_t>(3 * r), cells.begin() + static_cast<std::ptrdiff_t>(3 * r + 3)};
}

}  // namespace

TEST_CASE("Tables by every rule of smoothing, worked out by hand", "[learners]") {
    const auto estimate = [](Kind kind, double amount) { return estimate_table(example(), {.smoothing = {kind, amount}}, schema); };
    CHECK(row(estimate(Kind::maximum_likelihood, 0), 0) == std::vector<double>{0.25, 0.5, 0.25});
    CHECK(row(estimate(Kind::floor, 1e-6), 1) == std::vector<double>{1e-6, 0.75, 0.25});
    CHECK(row(estimate(Kind::additive, 1), 2) == std::vector<double>{3.0 / 11, 1.0 / 11, 7.0 / 11});
    CHECK(row(estimate(Kind::additive, 1), 3) == std::vector<double>(3, 1.0 / 3));
    // S / (q r) = 12 / (4 * 3) = 1 imagined row per cell
    CHECK(row(estimate(Kind::equivalent_sample, 12), 2) == std::vector<double>{3.0 / 11, 1.0 / 11, 7.0 / 11});
    std::vector<double> imagined(12, 0);
    imagined[6] = 2;
    CHECK(row(estimate_table(example(), {.smoothing = {Kind::prior_network, 2}, .imagined = imagined}, schema), 2) ==
          std::vector<double>{0.4, 0, 0.6});
}

TEST_CASE("A row without data gets what is chosen for it", "[learners]") {
    const auto empty_row = [](EmptyRow rule) {
        return row(estimate_table(example(), {.smoothing = {Kind::maximum_likelihood, 0}, .empty_rows = rule}, schema), 3);
    };
    CHECK(empty_row(EmptyRow::uniform) == std::vector<double>(3, 1.0 / 3));
    CHECK(empty_row(EmptyRow::marginal) == std::vector<double>{0.25, 0, 0.75});  // of play=no: 2, 0, 6
    CHECK_THROWS_WITH(
        empty_row(EmptyRow::error),
        "no row of the data has play=no, wind=strong, so P(sky | play=no, wind=strong) is unknown (smooth the tables (laplace:1), or choose "
        "uniform or marginal for rows without data)");
}

TEST_CASE("A floor that raises a row too far is refused", "[learners]") {
    const FamilyCounts one_state({ColumnId(2), {}}, Scope({VariableId(2)}, {3}), {WeightSum::of_count(5), WeightSum(), WeightSum()});
    CHECK_THROWS_WITH(estimate_table(one_state, {.smoothing = {Kind::floor, 1e-3}}, schema),
                      "floor:0.001 raises a row of P(sky | ...) to a sum of 1.002 (choose a smaller floor: rows must stay within 0.001 of 1)");
}
