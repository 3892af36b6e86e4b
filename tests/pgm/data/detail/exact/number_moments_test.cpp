#include <pgm/core/random.hpp>
#include <pgm/data/sums.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <functional>

using namespace pgm;

namespace {

constexpr std::size_t classes = 3;

/// A class (one row in 30 without) and one column of numbers.
Dataset labelled(std::size_t rows, const std::function<double(Rng&)>& number) {
    Rng rng(7);
    std::vector<std::optional<StateId>> labels(rows);
    std::vector<double> values(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        if (rng.below(30) != 0) labels[i] = StateId(rng.below(classes));
        values[i] = number(rng);
    }
    return Dataset({discrete_column(Variable("class", {"a", "b", "c"}), labels),
                    continuous_column("x", std::move(values))});
}

/// Adds cell by cell, and compares with what the blocks give, on one thread and on three.
void check_cell_by_cell(const Dataset& data) {
    const Family family{ColumnId{1}, {ColumnId{0}}};
    FamilyMoments expected = Sums(data.schema(), {family}).moments(family);
    for (std::size_t row = 0; row < data.rows(); ++row) {
        const std::optional<StateId> label = data.column(ColumnId{0}).state(row);
        const double x = data.column(ColumnId{1}).value(row);
        if (!label || std::isnan(x)) continue;
        ExactSum sums[2];
        sums[0].add(x);
        sums[1].add_product(x, x);
        expected.add(label->value, WeightSum::of_count(1), sums);
    }
    for (const std::size_t threads : {1u, 3u}) {
        Sums statistics(data.schema(), {family});
        statistics.add(data, threads);
        CHECK(statistics.moments(family) == expected);
    }
}

double around_zero(Rng& rng) {
    return rng.uniform() + rng.uniform() - rng.uniform() - rng.uniform();
}

}  // namespace

TEST_CASE("NumberMoments: the sums are those of adding cell by cell") {
    check_cell_by_cell(labelled(40'000, around_zero));
    check_cell_by_cell(labelled(10'000, [](Rng& rng) { return 1e12 + around_zero(rng); }));
    check_cell_by_cell(labelled(5000, [](Rng&) { return 0.0; }));
    check_cell_by_cell(labelled(5000, [](Rng& rng) { return static_cast<double>(rng.below(2)); }));
    check_cell_by_cell(labelled(5, around_zero));
}

TEST_CASE("NumberMoments: numbers of very different sizes") {
    check_cell_by_cell(labelled(9000, [](Rng& rng) {
        return around_zero(rng) * std::ldexp(1.0, static_cast<int>(rng.below(80)) - 40);
    }));
    check_cell_by_cell(labelled(9000, [](Rng& rng) {
        return around_zero(rng) * std::pow(10.0, static_cast<double>(rng.below(601)) - 300);
    }));
    check_cell_by_cell(
        labelled(3000, [](Rng& rng) { return std::ldexp(around_zero(rng), -1060); }));
    check_cell_by_cell(labelled(3000, [](Rng& rng) { return std::ldexp(around_zero(rng), 1020); }));
    check_cell_by_cell(labelled(3000, [](Rng& rng) {
        return rng.below(9) == 0 ? 0x1.fffffffffffffp1023 : around_zero(rng);
    }));
}

TEST_CASE("NumberMoments: missing values leave only their own column out") {
    const auto some_missing = [](Rng& rng) {
        return rng.below(4) == 0 ? std::nan("") : around_zero(rng);
    };
    check_cell_by_cell(labelled(20'000, some_missing));
    check_cell_by_cell(labelled(500, [](Rng&) { return std::nan(""); }));
    check_cell_by_cell(labelled(
        500, [](Rng& rng) { return rng.below(100) == 0 ? around_zero(rng) : std::nan(""); }));
}
