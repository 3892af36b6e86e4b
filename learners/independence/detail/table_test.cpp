#include <learners/independence/detail/table_test.hpp>

#include <learners/independence/detail/merged_rows.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace pgm::learners::detail {
namespace {

/// A table of more cells is counted by sorting the rows.
constexpr double most_counted_cells = 0x1p16;

/// Beyond, hardly two rows are in one cell. Found by measuring: of 2 to 64 that which costs least
/// arcs of the networks of docs/learning-tables.md.
constexpr double most_degrees_per_row = 8;

/// What work costs, in processor cycles per row: a cell of a table counted by bits, a table counted
/// row by row, and making one row of many, all measured roughly.
constexpr double cycles_per_bit_cell = 1.0 / 400;
constexpr double cycles_per_counted_row = 3;
constexpr double cycles_per_merged_row = 100;

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

double weight_of_rows(const Dataset& data) {
    const RealCells& weights = data.weights();
    if (weights.empty()) return static_cast<double>(data.rows());
    return std::accumulate(weights.begin(), weights.end(), 0.0);
}

}  // namespace

TableTest::TableTest(const Dataset& data, const TestStatistic& statistic, std::size_t threads)
    : statistic_(statistic),
      column_of_(identity(data.columns().size())),
      counter_(data, threads),
      rows_(weight_of_rows(data)) {
    for (const Column& column : data.columns())
        if (!column.is_discrete())
            throw ArgumentError("the column '" + printable_word(column.name()) +
                                    "' is continuous, the test " + format(statistic) +
                                    " counts states",
                                "discretise it, leave it out, or test all by fisher-z");
}

TableTest::TableTest(Dataset data, std::span<const VariableId> variables,
                     std::size_t variable_count, const TestStatistic& statistic)
    : statistic_(statistic),
      own_data_(std::move(data)),
      column_of_(inverse(variables, variable_count)),
      counter_(*own_data_),
      rows_(weight_of_rows(*own_data_)) {}

TestAxes TableTest::axes(VariableId a, VariableId b, std::span<const VariableId> given) const {
    TestAxes axes{.b_states = states(b), .a_states = states(a)};
    for (const VariableId v : given)
        (column(v) < column(b) ? axes.high_size : axes.low_size) *= states(v);
    return axes;
}

bool TableTest::is_countable(VariableId a, VariableId b, std::span<const VariableId> given) const {
    double cells = static_cast<double>(states(a)) * static_cast<double>(states(b));
    for (const VariableId v : given) cells *= static_cast<double>(states(v));
    return cells <= most_counted_cells;
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
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        require_testable(a, candidates[i], given);
        if (is_countable(a, candidates[i], given)) {
            counted.push_back(column(candidates[i]));
            place.push_back(i);
        } else {
            results[i] = test_by_sorting(a, candidates[i], given);
        }
    }
    counter_.count_additions(column(a), parents, counted,
                             [&](std::size_t i, const FamilyRuns& runs) {
                                 const VariableId b = candidates[place[i]];
                                 if (!runs.is_complete()) {
                                     results[place[i]] = test_by_sorting(a, b, given);
                                     return;
                                 }
                                 ContingencyTest test(statistic_, states(a), states(b));
                                 test.add(runs.counts(), axes(a, b, given));
                                 results[place[i]] = test.result();
                             });
}

/// The rows in the order of what is given, so that each of its configurations is one run.
TestResult TableTest::test_by_sorting(VariableId a, VariableId b,
                                      std::span<const VariableId> given) const {
    std::vector<ColumnId> conditions;
    for (const VariableId v : given) conditions.push_back(column(v));
    std::vector<KeyedRow> rows = keyed_rows(data(), conditions);
    const std::vector<bool> complete = complete_rows(a, b, given);
    std::erase_if(rows, [&](const KeyedRow& row) { return !complete[row.row]; });
    sort_by_key(rows);
    ContingencyTest test(statistic_, states(a), states(b));
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        while (end < rows.size() && rows[end].key == rows[begin].key) ++end;
        test.add(cells_of(std::span(rows).subspan(begin, end - begin), a, b));
    }
    return test.result();
}

std::vector<bool> TableTest::complete_rows(VariableId a, VariableId b,
                                           std::span<const VariableId> given) const {
    std::vector<bool> complete(data().rows(), true);
    const auto leave_out_missing = [&](VariableId v) {
        const Column& cells = data().column(column(v));
        for (std::size_t row = 0; row < complete.size(); ++row)
            if (cells.is_missing(row)) complete[row] = false;
    };
    leave_out_missing(a);
    leave_out_missing(b);
    std::ranges::for_each(given, leave_out_missing);
    return complete;
}

/// The counts of some rows, in the order of their cells.
std::vector<CellCount> TableTest::cells_of(std::span<const KeyedRow> rows, VariableId a,
                                           VariableId b) const {
    const Column &of_a = data().column(column(a)), &of_b = data().column(column(b));
    std::vector<CellCount> cells;
    for (const KeyedRow& row : rows) {
        const double weight = data().weights().empty() ? 1 : data().weights()[row.row];
        if (weight > 0)
            cells.push_back({of_a.state(row.row)->index(), of_b.state(row.row)->index(),
                             static_cast<std::uint64_t>(weight)});
    }
    std::ranges::sort(cells, {}, [](const CellCount& cell) { return std::pair(cell.b, cell.a); });
    std::size_t last = 0;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        if (cells[i].a == cells[last].a && cells[i].b == cells[last].b) {
            cells[last].count += cells[i].count;
        } else {
            cells[++last] = cells[i];
        }
    }
    cells.resize(std::min(cells.size(), last + 1));
    return cells;
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
    std::optional<Dataset> merged = merged_rows(data(), columns);
    if (!merged) return nullptr;
    return std::make_unique<TableTest>(std::move(*merged), variables, column_of_.size(),
                                       statistic_);
}

}  // namespace pgm::learners::detail
