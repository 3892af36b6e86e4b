#include <learners/independence/detail/table_test.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm::learners::detail {
namespace {

/// A table of more cells is counted by sorting the rows.
constexpr double most_counted_cells = 0x1p16;

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

/// The state of each row; of a missing value, the number of states.
std::vector<std::uint32_t> states_or_missing(const Column& column) {
    const auto missing = static_cast<std::uint32_t>(column.variable.cardinality());
    std::vector<std::uint32_t> states;
    visit_codes(column, [&](const auto& codes) {
        states.reserve(codes.size());
        for (const auto code : codes) states.push_back(std::min<std::uint32_t>(code, missing));
    });
    return states;
}

/// The cells of two columns in some rows, each once and in their order. Rows with a missing value,
/// or without weight, are none.
class RowCells {
public:
    RowCells(const Column& a, const Column& b, const RealCells& weights)
        : of_a_(states_or_missing(a)),
          of_b_(states_or_missing(b)),
          states_of_a_(a.variable.cardinality()),
          states_of_b_(b.variable.cardinality()),
          weights_(weights) {}

    const std::vector<CellCount>& of(std::span<const KeyedRow> rows) {
        cells_.clear();
        for (const KeyedRow& row : rows) {
            const double weight = weights_.empty() ? 1 : weights_[row.row];
            const std::uint32_t a = of_a_[row.row], b = of_b_[row.row];
            if (weight > 0 && a < states_of_a_ && b < states_of_b_)
                cells_.push_back({a, b, static_cast<std::uint64_t>(weight)});
        }
        // A table is gone through once for all rows, a sort several times for each.
        if (states_of_a_ * states_of_b_ <= rows.size())
            count();
        else
            sort();
        return cells_;
    }

private:
    void count() {
        table_.assign(states_of_a_ * states_of_b_, 0);
        for (const CellCount& cell : cells_) table_[cell.b * states_of_a_ + cell.a] += cell.count;
        cells_.clear();
        for (std::size_t cell = 0; cell < table_.size(); ++cell)
            if (table_[cell] > 0)
                cells_.push_back({cell % states_of_a_, cell / states_of_a_, table_[cell]});
    }

    void sort() {
        std::ranges::sort(cells_, {},
                          [](const CellCount& cell) { return std::pair(cell.b, cell.a); });
        std::size_t last = 0;
        for (std::size_t i = 1; i < cells_.size(); ++i) {
            if (cells_[i].a == cells_[last].a && cells_[i].b == cells_[last].b)
                cells_[last].count += cells_[i].count;
            else
                cells_[++last] = cells_[i];
        }
        cells_.resize(std::min(cells_.size(), last + 1));
    }

    std::vector<std::uint32_t> of_a_, of_b_;
    std::size_t states_of_a_, states_of_b_;
    const RealCells& weights_;
    std::vector<CellCount> cells_;
    std::vector<std::uint64_t> table_;
};

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
                                "discretise it, leave it out, or test all by fisher-z");
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
    std::optional<std::vector<KeyedRow>> sorted;  // made when first needed
    const auto test_by_sorting = [&](VariableId b) {
        if (!sorted) sorted = rows_by_configuration(parents);
        return test_of_runs(*sorted, a, b);
    };
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        require_testable(a, candidates[i], given);
        if (is_countable(a, candidates[i], given)) {
            counted.push_back(column(candidates[i]));
            place.push_back(i);
        } else {
            results[i] = test_by_sorting(candidates[i]);
        }
    }
    counter_.count_additions(
        column(a), parents, counted, [&](std::size_t i, const FamilyRuns& runs) {
            const VariableId b = candidates[place[i]];
            if (!runs.is_complete()) {
                results[place[i]] = test_by_sorting(b);
                return;
            }
            ContingencyTest test(statistic_, log_factorial_, states(a), states(b));
            test.add(runs.counts(), axes(a, b, given));
            results[place[i]] = test.result();
        });
}

/// The rows in which all of what is given is known, in its order, so that each of its
/// configurations is one run.
std::vector<KeyedRow> TableTest::rows_by_configuration(std::span<const ColumnId> given) const {
    std::vector<KeyedRow> rows = keyed_rows(data(), given);
    std::vector<char> is_missing(rows.size(), 0);
    for (const ColumnId id : given) {
        const std::vector<std::uint32_t> states = states_or_missing(data().column(id));
        const std::size_t missing = data().column(id).variable.cardinality();
        for (std::size_t row = 0; row < states.size(); ++row)
            is_missing[row] |= static_cast<char>(states[row] == missing);
    }
    std::erase_if(rows, [&](const KeyedRow& row) { return is_missing[row.row] != 0; });
    sort_by_key(rows);
    return rows;
}

TestResult TableTest::test_of_runs(std::span<const KeyedRow> rows, VariableId a,
                                   VariableId b) const {
    RowCells cells(data().column(column(a)), data().column(column(b)), data().weights());
    ContingencyTest test(statistic_, log_factorial_, states(a), states(b));
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        while (end < rows.size() && rows[end].key == rows[begin].key) ++end;
        test.add(cells.of(rows.subspan(begin, end - begin)));
    }
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
