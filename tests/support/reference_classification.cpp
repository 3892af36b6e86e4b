#include <tests/support/reference_classification.hpp>

#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>

#include <pgm/core/number_text.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

namespace pgm::tests {
namespace {

using Row = std::vector<std::string>;

/// The cells of a CSV text; quotes as in RFC 4180, no line breaks inside them.
std::vector<Row> rows_of(const std::string& text) {
    std::vector<Row> rows;
    Row row(1);
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
            row.back() += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            row.emplace_back();
        } else if (c == '\n') {
            rows.push_back(std::move(row));
            row.assign(1, "");
        } else {
            row.back() += c;
        }
    }
    return rows;
}

std::string read_reference(const std::string& relative) {
    const auto path = reference_file(relative);
    if (!path) throw std::runtime_error("the reference data lacks " + relative);
    return read_file(*path);
}

std::size_t place_of(const Row& header, const std::string& name) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end()) throw std::runtime_error("no column " + name);
    return static_cast<std::size_t>(found - header.begin());
}

bool is_test_row(std::size_t row) {
    return 3 * (((row + 1) * 2654435761u) % (std::uint64_t{1} << 32)) < (std::uint64_t{1} << 32);
}

Column continuous(const std::string& name, const std::vector<Row>& table, std::size_t place) {
    std::vector<double> values;
    for (std::size_t r = 1; r < table.size(); ++r) {
        values.push_back(table[r][place] == "?" ? std::numeric_limits<double>::quiet_NaN() : parse_number(table[r][place]).value());
    }
    return continuous_column(name, std::move(values));
}

Column discrete(const std::string& name, std::vector<std::string> states, bool missing_is_state, const std::vector<Row>& table, std::size_t place) {
    std::vector<std::string_view> cells;
    for (std::size_t r = 1; r < table.size(); ++r) {
        const bool missing = table[r][place] == "?";
        if (missing && missing_is_state && std::find(states.begin(), states.end(), "?") == states.end()) states.emplace_back("?");
        cells.push_back(missing && !missing_is_state ? std::string_view() : std::string_view(table[r][place]));
    }
    return discrete_column(Variable(name, std::move(states)), cells);
}

bool lacks_a_number(const Dataset& data, std::size_t row) {
    const auto& columns = data.all_columns();
    return std::any_of(columns.begin(), columns.end(), [&](const Column& column) { return !column.is_discrete() && column.is_missing(row); });
}

}  // namespace

std::optional<SplitData> reference_split(const std::string& name, const std::vector<std::string>& features, bool missing_is_state) {
    const auto index = reference_json("datasets/index.json");
    if (!index) return std::nullopt;
    const auto entry = std::find_if(index->begin(), index->end(), [&](const auto& e) { return e.at("name") == name; });
    const std::vector<Row> table = rows_of(read_reference(entry->at("file")));
    std::map<std::string, nlohmann::json> attribute;
    for (const auto& a : entry->at("attributes")) attribute[a.at("name")] = a;
    std::vector<Column> columns;
    const auto add = [&](const std::string& column) {
        const std::size_t place = place_of(table.front(), column);
        const bool numeric = attribute.contains(column) && attribute.at(column).at("type") == "numeric";
        if (numeric) return columns.push_back(continuous(column, table, place));
        std::vector<std::string> states;
        if (attribute.contains(column)) states = attribute.at(column).at("states").get<std::vector<std::string>>();
        if (!attribute.contains(column)) {
            for (const auto& [label, count] : entry->at("class_counts").items()) states.push_back(label);
        }
        columns.push_back(discrete(column, std::move(states), missing_is_state, table, place));
    };
    for (const std::string& feature : features) add(feature);
    SplitData split;
    split.class_name = entry->at("class");
    add(split.class_name);
    const Dataset whole(std::move(columns));
    std::vector<std::uint32_t> train;
    for (std::uint32_t row = 0; row < whole.rows(); ++row) {
        if (!lacks_a_number(whole, row)) (is_test_row(row) ? split.test_rows : train).push_back(row);
    }
    split.train = whole.rows(train);
    split.test = whole.rows(split.test_rows);
    return split;
}

ReferencePredictions reference_predictions(const std::string& relative, const Variable& class_variable) {
    const std::vector<Row> table = rows_of(read_reference(relative));
    std::vector<std::size_t> places;
    for (const std::string& label : class_variable.states()) places.push_back(place_of(table.front(), "logp_" + label));
    ReferencePredictions predictions;
    for (std::size_t r = 1; r < table.size(); ++r) {
        predictions.rows.push_back(static_cast<std::uint32_t>(parse_number(table[r][0]).value()));
        predictions.predicted.push_back(table[r][2]);
        std::vector<double>& logs = predictions.log_probabilities.emplace_back();
        for (const std::size_t place : places) {
            const auto number = parse_number(table[r][place]);
            logs.push_back(number ? *number : -std::numeric_limits<double>::infinity());
        }
    }
    return predictions;
}

std::optional<std::vector<nlohmann::json>> reference_runs(const std::string& method) {
    const auto index = reference_json("classifiers/index.json");
    if (!index) return std::nullopt;
    std::vector<nlohmann::json> runs;
    std::copy_if(index->begin(), index->end(), std::back_inserter(runs), [&](const auto& run) { return run.at("method") == method; });
    return runs;
}

}  // namespace pgm::tests
