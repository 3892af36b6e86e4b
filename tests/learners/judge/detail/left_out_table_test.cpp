#include <learners/judge/detail/left_out_table.hpp>

#include <learners/estimate/detail/back_off_tables.hpp>
#include <tests/learners/judge/detail/left_out_rows.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <cstdint>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

std::vector<FamilyCounts> levels_of(const Dataset& data, ColumnId child,
                                    const std::vector<ColumnId>& parents) {
    std::vector<Family> families;
    for (std::size_t l = 0; l <= parents.size(); ++l)
        families.push_back(
            {child, {parents.begin(), parents.begin() + static_cast<std::ptrdiff_t>(l)}});
    Sums statistics(data.schema(), families);
    statistics.add(data);
    return back_off_levels(FamilySums(statistics), child, parents);
}

/// theta(x | the known parents of row i) by the formula alone, from the rows with these weights.
double theta(const Dataset& data, const std::vector<double>& weights, std::size_t i, ColumnId child,
             std::vector<ColumnId> parents, const std::vector<double>& concentrations) {
    const double m = concentrations[std::min(parents.size(), concentrations.size() - 1)];
    double n = 0, total = 0;
    for (std::size_t j = 0; j < data.rows(); ++j) {
        bool agrees = data.column(child).state(j).has_value();
        for (const ColumnId parent : parents)
            agrees = agrees && data.column(parent).state(j) == data.column(parent).state(i);
        if (!agrees) continue;
        total += weights[j];
        if (data.column(child).state(j) == data.column(child).state(i)) n += weights[j];
    }
    double before = 1 / static_cast<double>(data.column(child).variable.cardinality());
    if (!parents.empty()) {
        parents.pop_back();
        before = theta(data, weights, i, child, parents, concentrations);
    }
    return total + m > 0 ? (n + m * before) / (total + m) : before;
}

/// Every row predicted from the others.
double brute_force(const Dataset& data, ColumnId child, const std::vector<ColumnId>& parents,
                   const std::vector<double>& concentrations) {
    std::vector<double> weights(data.rows(), 1);
    if (!data.weights().empty()) weights.assign(data.weights().begin(), data.weights().end());
    double sum = 0;
    for (std::size_t i = 0; i < data.rows(); ++i) {
        if (!data.column(child).state(i)) continue;
        std::vector<ColumnId> known;
        for (const ColumnId parent : parents) {
            if (!data.column(parent).state(i)) break;
            known.push_back(parent);
        }
        std::vector<double> others = weights;
        others[i] -= std::min(1.0, others[i]);
        const double log_p = std::log(theta(data, others, i, child, known, concentrations));
        sum += weights[i] * std::max(log_p, -30.0);
    }
    return sum;
}

const std::vector<ColumnId> three_parents = {ColumnId(3), ColumnId(0), ColumnId(2)};

}  // namespace

TEST_CASE("Rows left out of a back-off table: as brute force, cell by cell", "[learners]") {
    for (const std::size_t missing : {0u, 6u}) {
        const Dataset data = dependent_rows(60, 21 + missing, missing);
        const LeftOutTable table(levels_of(data, ColumnId(1), three_parents));
        CHECK(table.levels() == 4);
        for (const std::vector<double>& concentrations :
             {std::vector{1.0, 2.0, 4.0, 8.0}, std::vector{0.5}, std::vector{0.0, 3.0, 0.25}}) {
            const double expected = brute_force(data, ColumnId(1), three_parents, concentrations);
            CHECK_THAT(table.log_likelihood(concentrations),
                       Catch::Matchers::WithinRel(expected, 1e-12));
        }
    }
}

TEST_CASE("Rows left out of a back-off table: a row of weight 2 is two rows", "[learners]") {
    const Dataset data = dependent_rows(30, 23, 7);
    const Dataset twice(std::vector<Column>(data.columns().begin(), data.columns().end()),
                        std::vector<double>(30, 2));
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < 60; ++i) rows.push_back((59 - i) % 30);
    const Dataset doubled = data.select_rows(rows);
    const auto value = [&](const Dataset& of) {
        return LeftOutTable(levels_of(of, ColumnId(1), three_parents))
            .log_likelihood(std::vector{1.0, 2.0});
    };
    CHECK(value(twice) == value(doubled));
    CHECK_THAT(value(doubled),
               Catch::Matchers::WithinRel(brute_force(doubled, ColumnId(1), three_parents, {1, 2}),
                                          1e-12));
}

TEST_CASE("Rows left out of a back-off table: what weighs less than a row is left out whole",
          "[learners]") {
    const Dataset plain = digits("xp", {"00", "10", "01"});
    const Dataset light(std::vector<Column>(plain.columns().begin(), plain.columns().end()),
                        {0.5, 0.25, 3});
    const LeftOutTable table(levels_of(light, ColumnId(0), {ColumnId(1)}));
    CHECK_THAT(
        table.log_likelihood(std::vector{1.0, 2.0}),
        Catch::Matchers::WithinRel(brute_force(light, ColumnId(0), {ColumnId(1)}, {1, 2}), 1e-12));
    CHECK(table.weight() == 3.75);
}

TEST_CASE("Rows left out of a back-off table: nothing known says nothing", "[learners]") {
    const LeftOutTable table(levels_of(digits("xp", {".0", ".1"}), ColumnId(0), {ColumnId(1)}));
    CHECK(table.weight() == 0);
    CHECK(table.log_likelihood(std::vector{1.0}) == 0);
}
