#include <apps/pgm/report/calibration_report.hpp>

#include <learners/estimate/calibration.hpp>
#include <pgm/core/text/number_text.hpp>

namespace pgm::apps {
namespace {

/// The classifiers of a stack are calibrated one by one, not the stack.
bool is_calibrated(const Classifier& classifier) {
    return classifier.stack().empty() &&
           classifier.provenance().choices.calibration != format(learners::Calibration::none);
}

}  // namespace

void add_calibration(TextTable& table, const Classifier& classifier) {
    std::string strengths;
    for (const double strength : classifier.provenance().strengths)
        strengths += (strengths.empty() ? "" : ", ") + number_text(strength);
    if (!strengths.empty()) table.add({"strengths", strengths + " rows per level of back-off"});
    if (is_calibrated(classifier))
        table.add({"temperature", number_text(classifier.temperature())});
}

void write_calibration(JsonText& json, const Classifier& classifier) {
    const std::vector<double>& strengths = classifier.provenance().strengths;
    if (!strengths.empty()) {
        json.key("strengths").begin_array();
        for (const double strength : strengths) json.number(strength);
        json.end_array();
    }
    if (is_calibrated(classifier)) json.key("temperature").number(classifier.temperature());
}

}  // namespace pgm::apps
