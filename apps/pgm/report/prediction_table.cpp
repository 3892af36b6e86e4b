#include <apps/pgm/report/prediction_table.hpp>

#include <io/csv/csv.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>

namespace pgm::apps {
namespace {

std::string cell_of(const Column& column, std::size_t row) {
    if (column.is_missing(row)) return {};
    return column.is_discrete() ? io::csv_cell(column.variable.state(*column.state(row)))
                                : to_text(column.value(row));
}

void write_cell(JsonText& json, const Column& column, std::size_t row) {
    json.key(column.name());
    if (column.is_missing(row)) {
        json.null();
    } else if (column.is_discrete()) {
        json.string(column.variable.state(*column.state(row)));
    } else {
        json.number(column.value(row));
    }
}

}  // namespace

std::vector<std::string> PredictionTable::own_columns() const {
    std::vector<std::string> names{"predicted"};
    if (probabilities)
        for (const std::string& name : predictions.classes) names.push_back("P(" + name + ")");
    return names;
}

void PredictionTable::write_csv(const Sink& sink, char separator) const {
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::vector<std::string> fields;
    for (const std::string& action : actions) fields.push_back(io::csv_cell(action));
    // An empty line would be no row to a reader of CSV, an empty cell in quotes is one.
    const std::string undecided = kept.empty() && !probabilities ? "\"\"" : "";
    std::string text;
    for (const Column* column : kept) text += io::csv_cell(column->name()) + separator;
    const std::vector<std::string> names = own_columns();
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i > 0 ? std::string(1, separator) : "") + io::csv_cell(names[i]);
    text += "\n";
    for (std::size_t row = 0; row < decisions.size(); ++row) {
        for (const Column* column : kept) text += cell_of(*column, row) + separator;
        text += decisions[row].action ? fields[*decisions[row].action] : undecided;
        if (probabilities)
            for (const double p : predictions.probability(row)) text += separator + to_text(p);
        text += "\n";
        if (text.size() < piece) continue;
        sink(text);
        text.clear();
    }
    sink(text);
}

void PredictionTable::write_rows(JsonText& json, const Sink& sink) const {
    json.begin_array();
    for (std::size_t row = 0; row < decisions.size(); ++row) {
        json.begin_object();
        if (!kept.empty()) {
            json.key("kept").begin_object();
            for (const Column* column : kept) write_cell(json, *column, row);
            json.end_object();
        }
        json.key("predicted");
        decisions[row].action ? json.string(actions[*decisions[row].action]) : json.null();
        if (probabilities) {
            json.key("probabilities").begin_object();
            for (std::size_t k = 0; k < predictions.classes.size(); ++k)
                json.key(predictions.classes[k]).number(predictions.probability(row)[k]);
            json.end_object();
        }
        json.end_object();
        sink(json.take());
    }
    json.end_array();
}

}  // namespace pgm::apps
