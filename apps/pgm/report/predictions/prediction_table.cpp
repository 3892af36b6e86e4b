#include <apps/pgm/report/predictions/prediction_table.hpp>

#include <apps/pgm/report/predictions/explanation_report.hpp>
#include <io/csv/csv.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>
#include <utility>

namespace pgm::apps {
namespace {

std::string cell_of(const Column& column, std::size_t row) {
    if (column.is_missing(row)) return {};
    return column.is_discrete() ? io::csv_cell(column.variable.state(*column.state(row)))
                                : to_text(column.value(row));
}

std::vector<const Column*> columns_named(const Dataset& data,
                                         const std::vector<std::string>& names) {
    std::vector<const Column*> columns;
    for (const std::string& name : names) columns.push_back(&data.column(name));
    return columns;
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

/// A cell of CSV; empty where there is no decision.
std::string quoted_reason(const PredictedRows& rows, const Classifier& classifier,
                          std::size_t row) {
    const std::string text = explanation_text(rows.weights->rows[row], classifier, rows.data, row);
    return text.empty() ? text : io::csv_cell(text);
}

}  // namespace

std::vector<std::string> PredictionTable::own_columns() const {
    const std::vector<std::string>& classes = classifier.class_variable().states();
    std::vector<std::string> names{"predicted"};
    if (probabilities)
        for (const std::string& name : classes) names.push_back("P(" + name + ")");
    if (log_probabilities)
        for (const std::string& name : classes) names.push_back("log P(" + name + ")");
    if (explanations)
        for (std::string& name : explanation_columns(classifier)) names.push_back(std::move(name));
    if (reasons) names.emplace_back("why");
    return names;
}

std::string PredictionTable::csv_header(char separator) const {
    std::string text;
    for (const std::string& name : kept) text += io::csv_cell(name) + separator;
    const std::vector<std::string> names = own_columns();
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i > 0 ? std::string(1, separator) : "") + io::csv_cell(names[i]);
    return text + "\n";
}

void PredictionTable::write_csv(const PredictedRows& rows, const Sink& sink,
                                const CsvStyle& style) const {
    const char separator = style.separator;
    constexpr std::size_t piece = std::size_t{1} << 20;
    const auto& [data, predictions, decisions, weights] = rows;
    std::vector<std::string> fields;
    for (const std::string& action : actions) fields.push_back(io::csv_cell(action));
    // An empty line would be no row to a reader of CSV, an empty cell in quotes is one.
    const bool is_alone = kept.empty() && own_columns().size() == 1;
    const std::string undecided = is_alone ? "\"\"" : "";
    const std::vector<const Column*> kept_columns = columns_named(data, kept);
    std::string text;
    for (std::size_t row = 0; row < decisions.size(); ++row) {
        for (const Column* column : kept_columns) text += cell_of(*column, row) + separator;
        text += decisions[row].action ? fields[*decisions[row].action] : undecided;
        if (probabilities)
            for (const double p : predictions.probability(row)) text += separator + style.number(p);
        if (log_probabilities)
            for (const double p : logarithms(predictions, row)) text += separator + style.number(p);
        if (explanations) append_explanation(text, weights->rows[row], classifier, style);
        if (reasons) text += separator + quoted_reason(rows, classifier, row);
        text += "\n";
        if (text.size() < piece) continue;
        sink(text);
        text.clear();
    }
    sink(text);
}

void PredictionTable::write_json(const PredictedRows& rows, JsonText& json,
                                 const Sink& sink) const {
    const auto& [data, predictions, decisions, weights] = rows;
    const std::vector<const Column*> kept_columns = columns_named(data, kept);
    for (std::size_t row = 0; row < decisions.size(); ++row) {
        json.begin_object();
        if (!kept.empty()) {
            json.key("kept").begin_object();
            for (const Column* column : kept_columns)
                write_value(json.key(column->name()), classifier, *column, row);
            json.end_object();
        }
        json.key("predicted");
        decisions[row].action ? json.string(actions[*decisions[row].action]) : json.null();
        if (probabilities)
            write_classes(json.key("probabilities"), predictions, predictions.probability(row));
        if (log_probabilities)
            write_classes(json.key("log_probabilities"), predictions, logarithms(predictions, row));
        if (explanations)
            write_explanation(json.key("explanation"), weights->rows[row], classifier, data, row);
        if (reasons)
            json.key("why").string(explanation_text(weights->rows[row], classifier, data, row));
        json.end_object();
        sink(json.take());
    }
}

}  // namespace pgm::apps
