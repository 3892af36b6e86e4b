#include <learners/independence/detail/table_test.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm::learners::detail {
namespace {

/// Beyond so many degrees of freedom per row, hardly two rows are in one cell. Found by measuring:
/// of 2 to 64 that which costs least arcs of the networks of docs/evidence/learning-tables.md.
constexpr double most_degrees_per_row = 8;

/// The cost of work, in processor cycles per row: a cell of a table counted by bits, a table
/// counted row by row, and making one row of many, all measured roughly.
constexpr double cycles_per_bit_cell = 1.0 / 400;
constexpr double cycles_per_counted_row = 3;
constexpr double cycles_per_merged_row = 100;

/// The data with equal rows made one; null where among rows taken at equal distances more than half
/// are different, which is found out in less time.
std::optional<Dataset> merged_rows(const Dataset& data) {
    constexpr std::size_t sample_rows = 4096;
    const std::size_t step = std::max<std::size_t>(1, data.rows() / sample_rows);
    std::vector<std::uint32_t> sample;
    for (std::size_t row = 0; row < data.rows(); row += step)
        sample.push_back(static_cast<std::uint32_t>(row));
    return merge_equal_rows(data.select_rows(sample)) ? merge_equal_rows(data) : std::nullopt;
}

/// The largest number whose factorial tests need.
std::uint64_t largest_factorial(const TestStatistic& statistic, double rows) {
    return std::holds_alternative<MonteCarloG2>(statistic) ? static_cast<std::uint64_t>(rows) : 0;
}

std::vector<ColumnId> identity(std::size_t columns) {
    std::vector<ColumnId> ids;
    for (std::size_t i = 0; i < columns; ++i) ids.emplace_back(i);
    return ids;
}

std::vector<ColumnId> inverse(std::span<const VariableId> variables, std::size_t count) {
    std::vector<ColumnId> columns(count);
    for (std::size_t i = 0; i < variables.size(); ++i) columns[variables[i].index()] = ColumnId(i);
    return columns;
}

}  // namespace

TableTest::TableTest(const Dataset& data, const TestStatistic& statistic, std::size_t threads)
    : statistic_(statistic),
      column_of_(identity(data.columns().size())),
      counter_(data, threads),
      rows_(total_weight(data)),
      log_factorial_(largest_factorial(statistic, rows_)) {
    for (const Column& column : data.columns())
        if (!column.is_discrete())
            throw ArgumentError("the column '" + printable_word(column.name()) +
                                    "' is continuous, the test " + format(statistic) +
                                    " counts states",
                                "discretise it, leave it out, or test all by fisher-z or cg");
}

TableTest::TableTest(Dataset data, std::span<const VariableId> variables,
                     std::size_t variable_count, const TestStatistic& statistic)
    : statistic_(statistic),
      own_data_(std::move(data)),
      column_of_(inverse(variables, variable_count)),
      counter_(*own_data_),
      rows_(total_weight(*own_data_)),
      log_factorial_(largest_factorial(statistic, rows_)) {}

TestAxes TableTest::axes(VariableId a, VariableId b, std::span<const VariableId> given) const {
    TestAxes axes{.b_states = states(b), .a_states = states(a)};
    for (const VariableId v : given)
        (column(v) < column(b) ? axes.high_size : axes.low_size) *= states(v);
    return axes;
}

bool TableTest::is_countable(VariableId a, VariableId b, std::span<const VariableId> given) const {
    double cells = static_cast<double>(states(a)) * static_cast<double>(states(b));
    for (const VariableId v : given) cells *= static_cast<double>(states(v));
    return cells <= double{FamilyRuns::always_complete};
}

bool TableTest::has_enough_rows(VariableId a, VariableId b,
                                std::span<const VariableId> given) const {
    double degrees = static_cast<double>(states(a) - 1) * static_cast<double>(states(b) - 1);
    for (const VariableId v : given) degrees *= static_cast<double>(states(v));
    return degrees <= most_degrees_per_row * rows_;
}

TestResult TableTest::test(VariableId a, VariableId b, std::span<const VariableId> given) const {
    TestResult result;
    tests(a, std::span(&b, 1), given, std::span(&result, 1));
    return result;
}

void TableTest::tests(VariableId a, std::span<const VariableId> candidates,
                      std::span<const VariableId> given, std::span<TestResult> results) const {
    std::vector<ColumnId> parents, counted;
    std::vector<std::size_t> place;  // of each counted candidate among all
    for (const VariableId v : given) parents.push_back(column(v));
    std::optional<std::vector<std::uint64_t>> configurations;  // made when first needed
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        require_testable(a, candidates[i], given);
        if (is_countable(a, candidates[i], given)) {
            counted.push_back(column(candidates[i]));
            place.push_back(i);
        } else {
            if (!configurations) configurations = counter_.configurations(parents);
            results[i] = test_by_sorting(a, candidates[i], *configurations);
        }
    }
    counter_.count_additions(
        column(a), parents, counted, [&](std::size_t i, const FamilyRuns& runs) {
            const VariableId b = candidates[place[i]];
            ContingencyTest test(statistic_, log_factorial_, states(a), states(b));
            test.add(runs.counts(), axes(a, b, given));
            results[place[i]] = test.result();
        });
}

/// A table of many cells is counted configuration by configuration of what is given.
TestResult TableTest::test_by_sorting(VariableId a, VariableId b,
                                      std::span<const std::uint64_t> configurations) const {
    ContingencyTest test(statistic_, log_factorial_, states(a), states(b));
    std::vector<CellCount> cells;
    counter_.count_pairs(
        column(a), column(b), configurations,
        [&](std::span<const FamilyCounts::CountedCell> pairs) {
            cells.clear();
            for (const auto& [cell, weight] : pairs)
                cells.push_back({cell % states(a), cell / states(a), weight.whole()});
            test.add(cells);
        });
    return test.result();
}

/// The cells of a table of so many of these variables, were their states those of the mean.
double TableTest::table_cells(std::span<const VariableId> variables, std::size_t members) const {
    double sum = 0;
    for (const VariableId v : variables) sum += std::log(static_cast<double>(states(v)));
    return std::exp(sum / static_cast<double>(variables.size()) * static_cast<double>(members));
}

std::unique_ptr<IndependenceTest> TableTest::focused_on(std::span<const VariableId> variables,
                                                        std::size_t conditions,
                                                        double expected_tests) const {
    const double cells = table_cells(variables, conditions + 2);
    const double each = std::min(cells * cycles_per_bit_cell, cycles_per_counted_row);
    if (!(expected_tests * each > cycles_per_merged_row)) return nullptr;
    std::vector<ColumnId> columns;
    for (const VariableId v : variables) columns.push_back(column(v));
    std::optional<Dataset> merged = merged_rows(data().select_columns(columns));
    if (!merged) return nullptr;
    return std::make_unique<TableTest>(std::move(*merged), variables, column_of_.size(),
                                       statistic_);
}

}  // namespace pgm::learners::detail
