#include <apps/pgm/report/stack_report.hpp>

#include <apps/pgm/report/calibration_report.hpp>
#include <pgm/core/text/counted.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <set>
#include <vector>

namespace pgm::apps {
namespace {

std::vector<const StackedClassifier*> heaviest_first(const Classifier& classifier) {
    std::vector<const StackedClassifier*> all;
    for (const StackedClassifier& stacked : classifier.stack()) all.push_back(&stacked);
    std::ranges::stable_sort(all, std::greater(), &StackedClassifier::weight);
    return all;
}

}  // namespace

void add_stack(TextTable& table, const Classifier& classifier) {
    bool first = true;
    for (const StackedClassifier* const stacked : heaviest_first(classifier)) {
        const FitWords& choices = stacked->classifier.provenance().choices;
        std::string text = number_text(stacked->weight) + "  " + choices.structure;
        if (!stacked->classifier.discretisation().empty()) text += ", " + choices.continuous;
        if (const auto kept = kept_features(stacked->classifier))
            text += "; " + std::to_string(kept->size()) + " of " +
                    counted(classifier.features().size(), "feature");
        if (!stacked->classifier.temperature().changes_nothing())
            text += "; temperature " + temperature_text(stacked->classifier);
        table.add({first ? "stack" : "", text});
        first = false;
    }
}

void write_stack(JsonText& json, const Classifier& classifier) {
    if (classifier.stack().empty()) return;
    json.key("stack").begin_array();
    for (const StackedClassifier* const stacked : heaviest_first(classifier)) {
        const FitWords& choices = stacked->classifier.provenance().choices;
        json.begin_object().key("weight").number(stacked->weight);
        json.key("structure")
            .string(choices.structure)
            .key("continuous")
            .string(choices.continuous);
        json.key("smoothing").string(choices.smoothing);
        write_calibration(json, stacked->classifier);
        write_missing_cells(json, stacked->classifier);
        json.end_object();
    }
    json.end_array();
}

std::string stacked_cuts_text(const Classifier& stack, const Variable& feature) {
    std::set<std::size_t> states;
    for (const StackedClassifier& stacked : stack.stack())
        if (const CutPoints* const cuts = stacked.classifier.discretisation().find(feature.name()))
            if (cuts->states() > 1) states.insert(cuts->states());  // one interval is left out
    std::string text;
    for (const std::size_t count : states)
        text += (text.empty() ? "cut into " : ", ") + std::to_string(count);
    return text;
}

}  // namespace pgm::apps
