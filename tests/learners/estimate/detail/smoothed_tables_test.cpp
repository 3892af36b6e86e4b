#include <learners/estimate/detail/smoothed_tables.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

const std::vector<Variable> schema = {Variable("play", {"yes", "no"}),
                                      Variable("wind", {"weak", "strong"}),
                                      Variable("sky", {"sun", "cloud", "rain"})};

/// sky given play and wind; play=no, wind=strong was never seen.
FamilyCounts example() {
    std::vector<WeightSum> cells;
    for (const std::uint64_t n : {1, 2, 1, 0, 3, 1, 2, 0, 6, 0, 0, 0})
        cells.push_back(WeightSum::of_count(n));
    return FamilyCounts({ColumnId(2), {ColumnId(0), ColumnId(1)}},
                        ColumnScope({ColumnId(0), ColumnId(1), ColumnId(2)}, {2, 2, 3}), cells);
}

std::vector<double> row(const std::vector<double>& cells, std::size_t r) {
    return {cells.begin() + static_cast<std::ptrdiff_t>(3 * r),
            cells.begin() + static_cast<std::ptrdiff_t>(3 * r + 3)};
}

}  // namespace

TEST_CASE("Tables by every rule of smoothing, worked out by hand", "[learners]") {
    const auto estimate = [](const Smoothing& smoothing) {
        return estimate_table(example(), {.smoothing = smoothing}, schema);
    };
    CHECK(row(estimate(MaximumLikelihood{}), 0) == std::vector<double>{0.25, 0.5, 0.25});
    CHECK(row(estimate(Floor{1e-6}), 1) == std::vector<double>{1e-6, 0.75, 0.25});
    CHECK(row(estimate(Laplace{1}), 2) == std::vector<double>{3.0 / 11, 1.0 / 11, 7.0 / 11});
    CHECK(row(estimate(Laplace{1}), 3) == std::vector<double>(3, 1.0 / 3));
    // S / (q r) = 12 / (4 * 3) = 1 pseudo-counts row per cell
    CHECK(row(estimate(Bdeu{12}), 2) == std::vector<double>{3.0 / 11, 1.0 / 11, 7.0 / 11});
    std::vector<double> pseudo_counts(12, 0);
    pseudo_counts[6] = 2;
    CHECK(
        row(estimate_table(example(),
                           {.smoothing = PriorNetwork{2}, .pseudo_counts = pseudo_counts}, schema),
            2) == std::vector<double>{0.4, 0, 0.6});
}

TEST_CASE("A row without data gets what is chosen for it", "[learners]") {
    const auto empty_row = [](EmptyRow rule) {
        return row(estimate_table(example(), {.smoothing = MaximumLikelihood{}, .empty_rows = rule},
                                  schema),
                   3);
    };
    CHECK(empty_row(EmptyRow::uniform) == std::vector<double>(3, 1.0 / 3));
    CHECK(empty_row(EmptyRow::marginal) ==
          std::vector<double>{0.25, 0, 0.75});  // of play=no: 2, 0, 6
    CHECK_THROWS_WITH(empty_row(EmptyRow::error),
                      "no row of the data has play=no, wind=strong, so P(sky | play=no, "
                      "wind=strong) is unknown (smooth the tables (laplace:1), or choose "
                      "uniform or marginal for rows without data)");
}

TEST_CASE("A configuration that was never seen, under each rule of smoothing", "[learners]") {
    const auto unseen = [](const Smoothing& smoothing, std::vector<double> pseudo_counts = {}) {
        return row(
            estimate_table(example(), {smoothing, EmptyRow::marginal, std::move(pseudo_counts)},
                           schema),
            3);
    };
    const std::vector<double> uniform(3, 1.0 / 3), of_class{0.25, 0, 0.75};  // of play=no: 2, 0, 6
    CHECK(unseen(MaximumLikelihood{}) == of_class);
    CHECK(unseen(Floor{1e-6}) == std::vector<double>{0.25, 1e-6, 0.75});
    CHECK(unseen(Laplace{0}) == of_class);
    CHECK(unseen(Laplace{0.5}) == uniform);  // pseudo-counts are rows: nothing is empty
    CHECK(unseen(Bdeu{4}) == uniform);
    std::vector<double> pseudo_counts(12, 0);
    CHECK(unseen(PriorNetwork{1}, pseudo_counts) ==
          of_class);  // a prior that thinks it impossible says nothing about it
    pseudo_counts[9] = 0.125, pseudo_counts[11] = 0.375;
    CHECK(unseen(PriorNetwork{1}, pseudo_counts) == of_class);
    pseudo_counts[9] = 0.25, pseudo_counts[10] = 0.25, pseudo_counts[11] = 0.5;
    CHECK(unseen(PriorNetwork{1}, pseudo_counts) == std::vector<double>{0.25, 0.25, 0.5});
}

TEST_CASE(
    "A configuration whose class was never seen either gets the estimate given nothing, then that "
    "of no data at all",
    "[learners]") {
    std::vector<WeightSum> cells(12);
    for (const std::size_t cell : {0, 1, 1, 3}) cells[cell] += WeightSum::of_count(1);
    const Family family{ColumnId(2), {ColumnId(0), ColumnId(1)}};
    const ColumnScope scope({ColumnId(0), ColumnId(1), ColumnId(2)}, {2, 2, 3});
    const TableRules rules{MaximumLikelihood{}, EmptyRow::marginal, {}};
    CHECK(row(estimate_table(FamilyCounts(family, scope, cells), rules, schema), 2) ==
          std::vector<double>{0.5, 0.5, 0});
    CHECK(
        row(estimate_table(FamilyCounts(family, scope, std::vector<WeightSum>(12)), rules, schema),
            2) == std::vector<double>(3, 1.0 / 3));
}

TEST_CASE("A floor that raises a row too far is refused", "[learners]") {
    const FamilyCounts one_state({ColumnId(2), {}}, ColumnScope({ColumnId(2)}, {3}),
                                 {WeightSum::of_count(5), WeightSum(), WeightSum()});
    CHECK_THROWS_WITH(estimate_table(one_state, {.smoothing = Floor{1e-3}}, schema),
                      "floor:0.001 raises a row of P(sky | ...) to a sum of 1.002 (choose a "
                      "smaller floor: rows must stay within 0.001 of 1)");
}
