#include <apps/pgm/report/data_info.hpp>

#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <pgm/core/text/counted.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/empty_column.hpp>
#include <pgm/data/identifier.hpp>
#include <pgm/data/long_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace pgm::apps {
namespace {

/// Of the cells that are there.
struct Spread {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    double mean = 0;
    std::size_t cells = 0;
};

Spread spread_of(const Column& column) {
    Spread spread;
    for (const double value : std::get<RealCells>(column.cells)) {
        if (std::isnan(value)) continue;
        spread.low = std::min(spread.low, value);
        spread.high = std::max(spread.high, value);
        ++spread.cells;
        // Moved towards each value, so that large ones overflow neither a sum nor a difference.
        const auto cells = static_cast<double>(spread.cells);
        spread.mean += value / cells - spread.mean / cells;
    }
    return spread;
}

std::vector<std::size_t> state_counts(const Column& column) {
    std::vector<std::size_t> counts(column.variable.cardinality(), 0);
    visit_codes(column, [&counts](const auto& codes) {
        using Code = typename std::decay_t<decltype(codes)>::value_type;
        for (const Code code : codes)
            if (code != missing_code<Code>) ++counts[code];
    });
    return counts;
}

std::size_t missing_cells(const Dataset& data) {
    std::size_t count = 0;
    for (const Column& column : data.columns()) count += column.missing_cells();
    return count;
}

double total_weight(const Dataset& data) {
    return std::accumulate(data.weights().begin(), data.weights().end(), 0.0);
}

/// "yes 3, no 7", the most frequent first where there are many.
std::string states_text(const Column& column) {
    constexpr std::size_t most = 8;
    const std::vector<std::size_t> counts = state_counts(column);
    std::vector<std::size_t> order(counts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (order.size() > most)
        std::ranges::stable_sort(
            order, [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    std::string text;
    for (std::size_t i = 0; i < std::min(order.size(), most); ++i)
        text += (i > 0 ? ", " : "") + shown_name(column.variable.states()[order[i]]) + " " +
                std::to_string(counts[order[i]]);
    return order.size() > most ? text + ", ..." : text;
}

std::string values_text(const Column& column) {
    if (column.is_discrete()) return states_text(column);
    constexpr int digits = 6;
    const Spread spread = spread_of(column);
    if (spread.cells == 0) return "no value";
    return to_text(spread.low, digits) + " to " + to_text(spread.high, digits) + ", mean " +
           to_text(spread.mean, digits);
}

void write_column(JsonText& json, const Column& column) {
    json.begin_object()
        .key("name")
        .string(column.name())
        .key("type")
        .string(column.is_discrete() ? "discrete" : "continuous");
    if (column.is_discrete()) {
        json.key("states").begin_array();
        for (const std::string& state : column.variable.states()) json.string(state);
        json.end_array().key("counts").begin_array();
        for (const std::size_t count : state_counts(column)) json.count(count);
        json.end_array();
    } else {
        const Spread spread = spread_of(column);
        json.key("min").number(spread.low).key("max").number(spread.high);
        spread.cells > 0 ? json.key("mean").number(spread.mean) : json.key("mean").null();
    }
    json.key("missing").count(column.missing_cells()).end_object();
}

std::vector<std::string> remarks_on(const Dataset& data) {
    std::vector<std::string> remarks = identifier_remarks(data);
    for (std::string& remark : empty_column_remarks(data)) remarks.push_back(std::move(remark));
    for (std::string& remark : long_text_remarks(data))
        remarks.push_back(std::move(remark) + ": learning leaves it out");
    return remarks;
}

/// A line but for the values, which need not be known to make the others equally wide.
std::array<std::string, 3> start_of_line(const Column& column) {
    const std::size_t missing = column.missing_cells(), states = column.variable.cardinality();
    const std::string type = counted(states, "state");
    return {shown_name(column.name()), column.is_discrete() ? type : "continuous",
            missing == 0 ? "" : std::to_string(missing)};
}

/// Line by line, since there may be millions.
void write_lines(Output& out, std::span<const Column> columns) {
    using enum TextColumns::Align;
    const std::array<std::string, 3> head = {"column", "type", "missing"};
    TextColumns widths({left, left, right});
    const auto widen = [&widths](const std::array<std::string, 3>& cells) {
        for (std::size_t j = 0; j < cells.size(); ++j) widths.widen(j, cells[j]);
    };
    const auto write = [&](const std::array<std::string, 3>& cells, std::string values) {
        std::array<std::string, 4> line;
        for (std::size_t j = 0; j < cells.size(); ++j) line[j] = widths.padded(j, cells[j]);
        line.back() = std::move(values);
        std::string text;
        TextColumns::append_line(text, line);
        out.write(text);
    };
    widen(head);
    for (const Column& column : columns) widen(start_of_line(column));
    write(head, "values");
    for (const Column& column : columns) write(start_of_line(column), values_text(column));
}

}  // namespace

void write_json(Output& out, const Dataset& data) {
    JsonText json;
    json.begin_object()
        .key("rows")
        .count(data.rows())
        .key("columns")
        .count(data.columns().size())
        .key("missing_cells")
        .count(missing_cells(data));
    data.weights().empty() ? json.key("total_weight").count(data.rows())
                           : json.key("total_weight").count(total_weight(data));
    json.key("schema").begin_array();
    for (const Column& column : data.columns()) {
        write_column(json, column);
        out.write(json.take());
    }
    json.end_array().key("remarks").begin_array();
    for (const std::string& remark : remarks_on(data)) json.string(remark);
    json.end_array().end_object();
    out.write(json.take() + "\n");
}

void write_text(Output& out, const Dataset& data, const std::string& path) {
    using enum TextTable::Align;
    TextTable summary({left, left});
    summary.add({"data", path == "-" ? "standard input" : path});
    summary.add({"rows", std::to_string(data.rows())});
    if (!data.weights().empty())
        summary.add({"weight", to_text(total_weight(data), 6) + " together"});
    summary.add({"columns", std::to_string(data.columns().size())});
    summary.add({"missing cells", std::to_string(missing_cells(data))});
    for (const std::string& remark : remarks_on(data)) summary.add({"note", remark});
    out.write(summary.text() + "\n");
    write_lines(out, data.columns());
}

}  // namespace pgm::apps
