#include <learners/stack/learner.hpp>

#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <vector>

namespace pgm::learners {

Classifier fit(const Dataset& data, std::string_view class_name, const Learner& learner) {
    return std::visit([&](const auto& chosen) { return fit(data, class_name, chosen); }, learner);
}

std::span<FitOptions> choices_of(Learner& learner) {
    return std::visit(
        Overloaded{[](FitOptions& options) { return std::span(&options, 1); },
                   [](Stack& stack) { return std::span(stack.members); },
                   [](Automatic& automatic) { return std::span(automatic.candidates.members); }},
        learner);
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
