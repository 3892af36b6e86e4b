#include <apps/pgm/report/prediction_table.hpp>

#include <io/csv/csv.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>
#include <span>

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

std::span<const double> logarithms(const Predictions& predictions, std::size_t row) {
    const std::size_t classes = predictions.classes.size();
    return {predictions.log_probabilities.data() + row * classes, classes};
}

/// {"yes":0.9,"no":0.1}; null for what is not finite.
void write_classes(JsonText& json, const Predictions& predictions,
                   std::span<const double> numbers) {
    json.begin_object();
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        json.key(predictions.classes[k]);
        std::isfinite(numbers[k]) ? json.number(numbers[k]) : json.null();
    }
    json.end_object();
}

}  // namespace

std::vector<std::string> PredictionTable::own_columns() const {
    std::vector<std::string> names{"predicted"};
    if (probabilities)
        for (const std::string& name : predictions.classes) names.push_back("P(" + name + ")");
    if (log_probabilities)
        for (const std::string& name : predictions.classes) names.push_back("log P(" + name + ")");
    return names;
}

void PredictionTable::write_csv(const Sink& sink, char separator) const {
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::vector<std::string> fields;
    for (const std::string& action : actions) fields.push_back(io::csv_cell(action));
    // An empty line would be no row to a reader of CSV, an empty cell in quotes is one.
    const bool is_alone = kept.empty() && !probabilities && !log_probabilities;
    const std::string undecided = is_alone ? "\"\"" : "";
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
        if (log_probabilities)
            for (const double p : logarithms(predictions, row)) text += separator + to_text(p);
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
        if (probabilities)
            write_classes(json.key("probabilities"), predictions, predictions.probability(row));
        if (log_probabilities)
            write_classes(json.key("log_probabilities"), predictions, logarithms(predictions, row));
        json.end_object();
        sink(json.take());
    }
    json.end_array();
}

}  // namespace pgm::apps
