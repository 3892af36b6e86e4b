#include <apps/pgm/report/data_info.hpp>

#include <apps/pgm/render/wording.hpp>
#include <io/table/date_columns.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace pgm::apps {
namespace {

/// "yes 3, no 7", the most frequent first where there are many.
std::string states_text(const Column& column, const std::vector<double>& counts) {
    constexpr std::size_t most = 8;
    std::vector<std::size_t> order(counts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (order.size() > most)
        std::ranges::stable_sort(
            order, [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    const auto text_of = [&](std::size_t state) {
        return shown_name(column.variable.states()[state]) + " " + count_text(counts[state]);
    };
    const std::size_t shown = std::min(order.size(), most);
    return join(std::span(order).first(shown), text_of) + (order.size() > most ? ", ..." : "");
}

Report column_row(const Column& column, bool has_dates) {
    const std::size_t missing = column.missing_cells(), states = column.variable.cardinality();
    const bool discrete = column.is_discrete();
    Report row{{"name", "column", column.name()},
               {"type", discrete ? "discrete" : "continuous",
                Shown{"type", discrete ? counted(states, "state") : "continuous"}}};
    std::string values = "no value";
    if (discrete) {
        const std::vector<double> rows = state_weights(column);
        row.add("states", column.variable.states()).add("counts", counts(rows));
        values = states_text(column, rows);
    } else {
        const auto [low, high, mean] = number_range(column);
        const bool any = low <= high;
        row.add("min", low).add("max", high).add("mean", any ? Value(mean) : Value());
        const auto text_of = has_dates ? io::date_text : number_text;
        if (any) values = text_of(low) + " to " + text_of(high) + ", mean " + text_of(mean);
    }
    row.add("missing", missing,
            Shown{"missing", missing == 0 ? "" : std::to_string(missing), Align::right});
    return row.add(Shown{"values", values});
}

std::vector<std::string> remarks_on(const Dataset& data, const std::set<std::string>& dates) {
    std::vector<std::string> remarks;
    for (const Column& column : data.columns()) {
        if (dates.contains(column.name())) continue;
        if (std::optional<std::string> remark = identifier_remark(column))
            remarks.push_back(*std::move(remark));
    }
    for (std::string& remark : empty_column_remarks(data)) remarks.push_back(std::move(remark));
    for (std::string& remark : long_text_remarks(data))
        remarks.push_back(std::move(remark) + ": learning leaves it out");
    return remarks;
}

std::size_t missing_cells(const Dataset& data) {
    std::size_t count = 0;
    for (const Column& column : data.columns()) count += column.missing_cells();
    return count;
}

/// In four lists, so that rows with the same state do not wait for each other, and a missing value
/// counts like a state.
template <class Codes>
void add_numbers_of_rows(const Codes& codes, std::vector<double>& sums) {
    constexpr std::size_t lanes = 4;
    const std::size_t states = sums.size();
    std::vector<std::uint64_t> counts(lanes * (states + 1));
    for (std::size_t row = 0; row < codes.size(); ++row) {
        const std::size_t state = std::min<std::size_t>(codes[row], states);
        ++counts[row % lanes * (states + 1) + state];
    }
    for (std::size_t state = 0; state < states; ++state)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[state] += static_cast<double>(counts[lane * (states + 1) + state]);
}

/// The mean of the values that are not missing, which lie within the range. Several sums at once,
/// none of which waits for another.
double mean_within(const ColumnRange& range, const RealCells& values) {
    // Sums of the largest numbers would be infinite.
    const double largest = std::max(std::abs(range.low), std::abs(range.high)),
                 scale = largest > 0x1p900 ? 0x1p-64 : 1;
    constexpr std::size_t lanes = 8;
    std::array<double, lanes> sums{}, cells{};
    for (std::size_t row = 0; row < values.size(); ++row) {
        const double value = values[row];
        const bool is_known = value == value;
        sums[row % lanes] += is_known ? value * scale : 0;
        cells[row % lanes] += is_known ? 1 : 0;
    }
    const auto total = [](const auto& of_lanes) {
        return std::accumulate(of_lanes.begin(), of_lanes.end(), 0.0);
    };
    return std::clamp(total(sums) / total(cells) / scale, range.low, range.high);
}

}  // namespace

ColumnRange number_range(const Column& column) {
    const RealCells& values = std::get<RealCells>(column.cells);
    ColumnRange range;
    for (const double value : values) {
        // Neither takes a missing value.
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    }
    if (range.low <= range.high) range.mean = mean_within(range, values);
    return range;
}

std::vector<double> state_weights(const Column& column, std::span<const double> weights) {
    std::vector<double> sums(column.variable.cardinality(), 0.0);
    add_state_weights(column, weights, sums);
    return sums;
}

void add_state_weights(const Column& column, std::span<const double> weights,
                       std::vector<double>& sums) {
    visit_codes(column, [&](const auto& codes) {
        if (weights.empty()) return add_numbers_of_rows(codes, sums);
        for (std::size_t row = 0; row < codes.size(); ++row)
            if (codes[row] < sums.size()) sums[codes[row]] += weights[row];
    });
}

std::string missing_cells_remark(const Dataset& data) {
    const std::size_t missing = missing_cells(data);
    if (missing == 0) return {};
    return counted(missing, "cell") + (missing == 1 ? " is" : " are") + " missing";
}

Report data_report(const Dataset& data, const std::string& path,
                   const std::set<std::string>& dates) {
    Report report{Shown{"data", source_text(path)}, {"rows", "rows", data.rows()}};
    const double weight = total_weight(data);
    if (!data.weights().empty()) report.add(Shown{"weight", number_text(weight) + " together"});
    report.add("columns", "columns", data.columns().size());
    report.add("missing_cells", "missing values", missing_cells(data));
    report.add("total_weight", Count{weight});
    const std::vector<std::string> remarks = remarks_on(data, dates);
    for (const std::string& remark : remarks) report.add(Shown{"note", remark});
    const auto row_of = [dates](const Column& column) {
        return column_row(column, dates.contains(column.name()));
    };
    report.add(Sentence{})
        .add("schema",
             Section{.title = "", .rows = rows_over(data.columns(), row_of), .indent = 0});
    return report.add("remarks", remarks);
}

}  // namespace pgm::apps
