#include <apps/pgm/report/calibration_report.hpp>

#include <learners/estimate/calibration.hpp>
#include <learners/estimate/missing_cells.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/counted.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

bool is_calibrated(const Classifier& classifier) {
    return classifier.provenance().choices.calibration != format(learners::Calibration::none);
}

/// "1, 2, 4"
std::string list_of(std::span<const double> numbers) {
    std::string text;
    for (const double number : numbers) text += (text.empty() ? "" : ", ") + number_text(number);
    return text;
}

void write_numbers(JsonText& json, std::span<const double> numbers) {
    json.begin_array();
    for (const double number : numbers) json.number(number);
    json.end_array();
}

/// "a, b, c and 4 more (7 of 20 features)"
std::string selection_text(const std::vector<std::string>& kept, std::size_t of) {
    constexpr std::size_t most_named = 6;
    const std::size_t named = std::min(kept.size(), most_named);
    std::string text;
    for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? "" : ", ") + shown_name(kept[i]);
    if (named < kept.size()) text += " and " + std::to_string(kept.size() - named) + " more";
    return (text.empty() ? "none" : text) + " (" + std::to_string(kept.size()) + " of " +
           counted(of, "feature") + ")";
}

bool are_unobserved(const Classifier& classifier) {
    return classifier.provenance().choices.missing_cells == format(learners::MissingCells::sum);
}

/// "sunny", "71.5", "?"
std::string text_of(const Classifier& classifier, const std::string& column,
                    const Replacement& replacement) {
    return std::visit(
        Overloaded{[&](StateId state) { return classifier.find(column)->state(state); },
                   [](double number) { return number_text(number); },
                   [](const MissingState& state) { return state.name; }},
        replacement);
}

/// In the order of the features.
std::vector<std::string> replaced_columns(const Classifier& classifier) {
    std::vector<std::string> columns;
    for (const Variable& feature : classifier.features())
        if (classifier.replacements().find(feature.name())) columns.push_back(feature.name());
    return columns;
}

std::string replacements_text(const Classifier& classifier) {
    constexpr std::size_t most_named = 6;
    const std::vector<std::string> columns = replaced_columns(classifier);
    const std::size_t named = std::min(columns.size(), most_named);
    std::string text;
    for (std::size_t i = 0; i < named; ++i) {
        const std::string& column = columns[i];
        text += (i == 0 ? "" : ", ") + shown_name(column) + " " +
                shown_name(text_of(classifier, column, *classifier.replacements().find(column)));
    }
    if (named < columns.size()) text += " and " + std::to_string(columns.size() - named) + " more";
    return text;
}

}  // namespace

std::optional<std::vector<std::string>> kept_features(const Classifier& classifier) {
    if (!classifier.stack().empty()) return std::nullopt;  // each of its classifiers keeps its own
    const std::string& structure = classifier.provenance().choices.structure;
    if (!structure.ends_with("+select")) return std::nullopt;
    std::vector<std::string> kept;
    for (const Variable& feature : classifier.features()) {
        if (classifier.members().front().network.find(feature.name()))
            kept.push_back(feature.name());
    }
    return kept;
}

void add_calibration(TextTable& table, const Classifier& classifier) {
    if (const auto kept = kept_features(classifier))
        table.add({"selected", selection_text(*kept, classifier.features().size())});
    add_strengths(table, classifier.provenance().strengths);
    if (is_calibrated(classifier)) table.add({"temperature", temperature_text(classifier)});
}

void write_calibration(JsonText& json, const Classifier& classifier) {
    if (const auto kept = kept_features(classifier)) {
        json.key("selected").begin_array();
        for (const std::string& feature : *kept) json.string(feature);
        json.end_array();
    }
    write_strengths(json, classifier.provenance().strengths);
    if (is_calibrated(classifier)) json.key("temperature").number(classifier.temperature().value);
}

void add_strengths(TextTable& table, std::span<const double> strengths) {
    if (!strengths.empty())
        table.add({"strengths", list_of(strengths) + " rows per level of back-off"});
}

void write_strengths(JsonText& json, std::span<const double> strengths) {
    if (!strengths.empty()) write_numbers(json.key("strengths"), strengths);
}

std::string temperature_text(const Classifier& classifier) {
    return number_text(classifier.temperature().value);
}

void add_missing_cells(TextTable& table, const Classifier& classifier) {
    if (are_unobserved(classifier)) return;
    const std::string& words = classifier.provenance().choices.missing_cells;
    const std::string replacements = replacements_text(classifier);
    table.add({"missing", words + (replacements.empty() ? "" : ": " + replacements)});
}

void write_missing_cells(JsonText& json, const Classifier& classifier) {
    if (are_unobserved(classifier)) return;
    json.key("missing_cells").string(classifier.provenance().choices.missing_cells);
    if (classifier.replacements().empty()) return;
    json.key("replacements").begin_object();
    for (const std::string& column : replaced_columns(classifier)) {
        const Replacement& replacement = *classifier.replacements().find(column);
        json.key(column);
        if (const double* const number = std::get_if<double>(&replacement))
            json.number(*number);
        else
            json.string(text_of(classifier, column, replacement));
    }
    json.end_object();
}

std::vector<std::string> replacements_lost(const Classifier& classifier) {
    const auto is_lost = [&](const Classifier& one) { return !one.replacements().empty(); };
    const bool any = is_lost(classifier) ||
                     std::ranges::any_of(classifier.stack(), [&](const StackedClassifier& stacked) {
                         return is_lost(stacked.classifier);
                     });
    if (!any) return {};
    return {"what missing cells become (" + classifier.provenance().choices.missing_cells +
            "), which would be unobserved"};
}

}  // namespace pgm::apps
