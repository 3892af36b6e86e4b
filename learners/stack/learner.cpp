#include <learners/stack/learner.hpp>

#include <learners/em/expectation_maximisation.hpp>
#include <learners/stack/detail/missing_cells_choice.hpp>
#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <vector>

namespace pgm::learners {

bool chooses_treatment(const Learner& learner) {
    return std::ranges::any_of(choices_of(learner), [](const FitOptions& options) {
        return options.missing_cells == MissingCells::automatic;
    });
}

Classifier fit(const Dataset& data, std::string_view class_name, const Learner& learner) {
    if (chooses_treatment(learner)) return detail::fit_by_best_treatment(data, class_name, learner);
    const FitOptions* const alone = std::get_if<FitOptions>(&learner);
    if (alone && alone->missing_cells == MissingCells::em)
        return fit_em(data, class_name, *alone).classifier;
    return std::visit([&](const auto& chosen) { return fit(data, class_name, chosen); }, learner);
}

std::span<FitOptions> choices_of(Learner& learner) {
    return std::visit(
        Overloaded{[](FitOptions& options) { return std::span(&options, 1); },
                   [](Stack& stack) { return std::span(stack.members); },
                   [](Automatic& automatic) { return std::span(automatic.candidates.members); }},
        learner);
}

std::span<const FitOptions> choices_of(const Learner& learner) {
    return std::visit(Overloaded{[](const FitOptions& options) { return std::span(&options, 1); },
                                 [](const Stack& stack) { return std::span(stack.members); },
                                 [](const Automatic& automatic) {
                                     return std::span(automatic.candidates.members);
                                 }},
                      learner);
}

Learner with_stop(Learner learner, const StopToken& stop) {
    for (FitOptions& options : choices_of(learner)) options.stop = stop;
    return learner;
}

std::string format_structure(const Learner& learner) {
    if (const auto* const options = std::get_if<FitOptions>(&learner))
        return format(options->structure);
    if (const auto* const automatic = std::get_if<Automatic>(&learner))
        return automatic->may_stack ? "auto"
                                    : format(automatic->candidates.members.front().structure);
    std::vector<std::string> words;
    for (const FitOptions& member : std::get<Stack>(learner).members) {
        std::string next = format(member.structure);
        if (std::ranges::find(words, next) == words.end()) words.push_back(std::move(next));
    }
    std::string text = "stack";
    for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? ":" : ",") + words[i];
    return text;
}

}  // namespace pgm::learners
