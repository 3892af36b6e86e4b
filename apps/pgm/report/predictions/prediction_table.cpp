#include <apps/pgm/report/predictions/prediction_table.hpp>

#include <apps/pgm/report/network_facts.hpp>
#include <apps/pgm/report/predictions/explanation_report.hpp>
#include <apps/pgm/report/predictions/row_output.hpp>
#include <io/csv/csv.hpp>

#include <utility>

namespace pgm::apps {
namespace {

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

Intervals intervals_of(const PredictedRows& rows, std::size_t row) {
    const std::size_t classes = rows.predictions.classes.size();
    return Intervals(rows.intervals).subspan(row * classes, classes);
}

/// {"yes":0.9,"no":0.1}
Report classes_report(const Predictions& predictions, std::span<const double> numbers) {
    Report report;
    for (std::size_t k = 0; k < numbers.size(); ++k) report.add(predictions.classes[k], numbers[k]);
    return report;
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
    if (intervals)
        for (const std::string& name : classes) {
            names.push_back("low P(" + name + ")");
            names.push_back("high P(" + name + ")");
        }
    if (log_probabilities)
        for (const std::string& name : classes) names.push_back("log P(" + name + ")");
    if (explanations)
        for (std::string& name : explanation_columns(classifier)) names.push_back(std::move(name));
    if (explanations) names.emplace_back("why");
    return names;
}

std::vector<sources::WrittenColumn> PredictionTable::columns() const {
    std::vector<sources::WrittenColumn> columns;
    for (const std::string& name : kept) columns.push_back({name});
    const std::size_t first = columns.size();
    for (std::string& name : own_columns()) columns.push_back({std::move(name), true});
    columns[first].holds_numbers = false;
    if (explanations) columns.back().holds_numbers = false;
    return columns;
}

void PredictionTable::write_csv(const PredictedRows& rows, const Sink& sink,
                                const CsvStyle& style) const {
    const char separator = style.separator;
    constexpr std::size_t piece = std::size_t{1} << 20;
    const auto& [data, predictions, decisions, weights, sure] = rows;
    std::vector<std::string> fields;
    for (const std::string& action : actions) fields.push_back(io::csv_cell(action));
    // An empty line would be no row to a reader of CSV, an empty cell in quotes is one.
    const bool is_alone = kept.empty() && own_columns().size() == 1;
    const std::string undecided = is_alone ? "\"\"" : "";
    const std::vector<const Column*> kept_columns = columns_named(data, kept);
    std::string text;
    for (std::size_t row = 0; row < decisions.size(); ++row) {
        for (const Column* column : kept_columns) text += copied_cell(*column, row) + separator;
        text += decisions[row].action ? fields[*decisions[row].action] : undecided;
        if (probabilities)
            for (const double p : predictions.probability(row)) text += separator + style.number(p);
        if (intervals)
            for (const std::optional<CredibleInterval>& interval : intervals_of(rows, row)) {
                text += separator + (interval ? style.number(interval->low) : "");
                text += separator + (interval ? style.number(interval->high) : "");
            }
        if (log_probabilities)
            for (const double p : logarithms(predictions, row)) text += separator + style.number(p);
        if (explanations) append_explanation(text, weights->rows[row], classifier, style);
        if (explanations) text += separator + quoted_reason(rows, classifier, row);
        text += "\n";
        if (text.size() < piece) continue;
        sink(text);
        text.clear();
    }
    sink(text);
}

Report PredictionTable::row(const PredictedRows& rows, std::size_t row) const {
    const auto& [data, predictions, decisions, weights, sure] = rows;
    Report report, kept_cells;
    for (const std::string& name : kept)
        kept_cells.add(name, cell_value(classifier.find(name), data.column(name), row));
    if (!kept.empty()) report.add("kept", kept_cells);
    const auto action = decisions[row].action;
    report.add("predicted", action ? actions[*action] : Value());
    if (probabilities)
        report.add("probabilities", classes_report(predictions, predictions.probability(row)));
    if (intervals) {
        Report of_classes;
        const auto of_row = intervals_of(rows, row);
        for (std::size_t k = 0; k < of_row.size(); ++k)
            of_classes.add(predictions.classes[k], interval_facts(of_row, k));
        report.add("intervals", of_classes);
    }
    if (log_probabilities)
        report.add("log_probabilities", classes_report(predictions, logarithms(predictions, row)));
    if (explanations)
        report.add("explanation", explanation_value(weights->rows[row], classifier, data, row));
    if (explanations)
        report.add("why", explanation_text(weights->rows[row], classifier, data, row));
    return report;
}

}  // namespace pgm::apps
