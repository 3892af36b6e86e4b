#include <apps/pgm/report/calibration_report.hpp>

#include <learners/estimate/calibration.hpp>
#include <learners/families/selection.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

bool is_calibrated(const Classifier& classifier) {
    return classifier.provenance().choices.calibration != format(learners::Calibration::none);
}

/// "a, b, c and 4 more (7 of 20 features)"
std::string selection_text(const std::vector<std::string>& kept, std::size_t of) {
    constexpr std::size_t most_named = 6;
    const std::size_t named = std::min(kept.size(), most_named);
    std::string text;
    for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? "" : ", ") + shown_name(kept[i]);
    if (named < kept.size()) text += " and " + std::to_string(kept.size() - named) + " more";
    return (text.empty() ? "none" : text) + " (" + std::to_string(kept.size()) + " of " +
           std::to_string(of) + " features)";
}

}  // namespace

std::optional<std::vector<std::string>> kept_features(const Classifier& classifier) {
    if (!classifier.stack().empty()) return std::nullopt;  // each of its classifiers keeps its own
    const std::string& structure = classifier.provenance().choices.structure;
    if (!structure.ends_with("+" + format(learners::Selection{})) &&
        !structure.ends_with("+" + format(learners::Selection{learners::Selection::Loss::error})))
        return std::nullopt;
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
    std::string strengths;
    for (const double strength : classifier.provenance().strengths)
        strengths += (strengths.empty() ? "" : ", ") + number_text(strength);
    if (!strengths.empty()) table.add({"strengths", strengths + " rows per level of back-off"});
    if (is_calibrated(classifier))
        table.add({"temperature", number_text(classifier.temperature())});
}

void write_calibration(JsonText& json, const Classifier& classifier) {
    if (const auto kept = kept_features(classifier)) {
        json.key("selected").begin_array();
        for (const std::string& feature : *kept) json.string(feature);
        json.end_array();
    }
    const std::vector<double>& strengths = classifier.provenance().strengths;
    if (!strengths.empty()) {
        json.key("strengths").begin_array();
        for (const double strength : strengths) json.number(strength);
        json.end_array();
    }
    if (is_calibrated(classifier)) json.key("temperature").number(classifier.temperature());
}

}  // namespace pgm::apps
