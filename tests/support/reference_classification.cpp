#include <tests/support/reference_classification.hpp>

#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>

#include <pgm/core/text/number_text.hpp>

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
    if (!path) throw std::runtime_error("the reference data is without " + relative);
    return read_file(*path);
}

std::size_t place_of(const Row& header, const std::string& name) {
    const auto found = std::find(header.begin(), header.end(), name);
    return static_cast<std::size_t>(found - header.begin());
}

bool is_test_row(std::size_t row) {
    return 3 * (((row + 1) * 2654435761u) % (std::uint64_t{1} << 32)) < (std::uint64_t{1} << 32);
}

Column continuous(const std::string& name, const std::vector<Row>& table, std::size_t place) {
    std::vector<double> values;
    for (std::size_t r = 1; r < table.size(); ++r) {
        values.push_back(table[r][place] == "?" ? std::numeric_limits<double>::quiet_NaN()
                                                : parse_number(table[r][place]).value());
    }
    return continuous_column(name, std::move(values));
}

Column discrete(const std::string& name, std::vector<std::string> states, bool missing_is_state,
                const std::vector<Row>& table, std::size_t place) {
    std::vector<std::string_view> cells;
    for (std::size_t r = 1; r < table.size(); ++r) {
        const bool missing = table[r][place] == "?";
        if (missing && missing_is_state &&
            std::find(states.begin(), states.end(), "?") == states.end())
            states.emplace_back("?");
        cells.push_back(missing && !missing_is_state ? std::string_view()
                                                     : std::string_view(table[r][place]));
    }
    return discrete_column(Variable(name, std::move(states)), cells);
}

/// The table without the rows in which one of these cells is missing, and the numbers of those that
/// stay.
std::vector<std::uint32_t> drop_incomplete(std::vector<Row>& table,
                                           const std::vector<std::size_t>& places) {
    std::vector<Row> kept = {table.front()};
    std::vector<std::uint32_t> numbers;
    for (std::size_t r = 1; r < table.size(); ++r) {
        if (std::any_of(places.begin(), places.end(),
                        [&](std::size_t place) { return table[r][place] == "?"; }))
            continue;
        kept.push_back(table[r]);
        numbers.push_back(static_cast<std::uint32_t>(r - 1));
    }
    table = std::move(kept);
    return numbers;
}

}  // namespace

std::optional<SplitData> reference_split(const std::string& name,
                                         const std::vector<std::string>& features,
                                         const CellRules& rules) {
    const auto index = reference_json("datasets/index.json");
    if (!index) return std::nullopt;
    const auto entry = std::find_if(index->begin(), index->end(),
                                    [&](const auto& e) { return e.at("name") == name; });
    std::vector<Row> table = rows_of(read_reference(entry->at("file")));
    std::map<std::string, nlohmann::json> attribute;
    for (const auto& a : entry->at("attributes")) attribute[a.at("name")] = a;
    const auto is_numeric = [&](const std::string& column) {
        return attribute.contains(column) && attribute.at(column).at("type") == "numeric";
    };
    std::vector<std::size_t> continuous_places;
    for (const std::string& feature : features) {
        if (is_numeric(feature) && !rules.numbers_are_states)
            continuous_places.push_back(place_of(table.front(), feature));
    }
    const std::vector<std::uint32_t> numbers = drop_incomplete(table, continuous_places);
    std::vector<Column> columns;
    const auto add = [&](const std::string& column) {
        const std::size_t place = place_of(table.front(), column);
        if (is_numeric(column)) {
            Column measured = continuous(column, table, place);
            return columns.push_back(rules.numbers_are_states ? as_discrete(measured)
                                                              : std::move(measured));
        }
        std::vector<std::string> states;
        if (attribute.contains(column))
            states = attribute.at(column).at("states").get<std::vector<std::string>>();
        if (!attribute.contains(column)) {
            for (const auto& [label, count] : entry->at("class_counts").items())
                states.push_back(label);
        }
        columns.push_back(
            discrete(column, std::move(states), rules.missing_is_state, table, place));
    };
    for (const std::string& feature : features) add(feature);
    SplitData split;
    split.class_name = entry->at("class");
    add(split.class_name);
    const Dataset whole(std::move(columns));
    std::vector<std::uint32_t> train;
    std::vector<std::uint32_t> test;
    for (std::uint32_t row = 0; row < whole.rows(); ++row) {
        (is_test_row(numbers[row]) ? test : train).push_back(row);
        if (is_test_row(numbers[row])) split.test_rows.push_back(numbers[row]);
    }
    split.train = whole.select_rows(train);
    split.test = whole.select_rows(test);
    return split;
}

ReferencePredictions reference_predictions(const std::string& relative,
                                           const Variable& class_variable) {
    const std::vector<Row> table = rows_of(read_reference(relative));
    std::vector<std::size_t> places;
    for (const std::string& label : class_variable.states())
        places.push_back(place_of(table.front(), "logp_" + label));
    ReferencePredictions predictions;
    for (std::size_t r = 1; r < table.size(); ++r) {
        predictions.rows.push_back(static_cast<std::uint32_t>(parse_number(table[r][0]).value()));
        predictions.predicted.push_back(table[r][2]);
        std::vector<double>& logs = predictions.log_probabilities.emplace_back();
        for (const std::size_t place : places) {
            const auto number =
                place < table[r].size() ? parse_number(table[r][place]) : std::nullopt;
            logs.push_back(number ? *number : -std::numeric_limits<double>::infinity());
        }
    }
    return predictions;
}

std::optional<std::vector<nlohmann::json>> reference_runs(const std::string& method) {
    const auto index = reference_json("classifiers/index.json");
    if (!index) return std::nullopt;
    std::vector<nlohmann::json> runs;
    std::copy_if(index->begin(), index->end(), std::back_inserter(runs),
                 [&](const auto& run) { return run.at("method") == method; });
    return runs;
}

}  // namespace pgm::tests
