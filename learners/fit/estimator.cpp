#include <learners/fit/estimator.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace pgm::learners {

namespace {

/// The choices in one kind of estimator, which may be const.
template <class Kind>
auto choices_in(Kind& kind) {
    if constexpr (std::same_as<std::remove_const_t<Kind>, FitOptions>)
        return std::span(&kind, 1);
    else if constexpr (std::same_as<std::remove_const_t<Kind>, Stack>)
        return std::span(kind.members);
    else
        return choices_in(kind.candidates);
}

}  // namespace

std::span<FitOptions> choices_of(Estimator& estimator) {
    return std::visit([](auto& kind) { return choices_in(kind); },
                      static_cast<AnyEstimator&>(estimator));
}

std::span<const FitOptions> choices_of(const Estimator& estimator) {
    return std::visit([](const auto& kind) { return choices_in(kind); },
                      static_cast<const AnyEstimator&>(estimator));
}

bool chooses_missing_cells(const Estimator& estimator) {
    return std::ranges::any_of(choices_of(estimator), [](const FitOptions& options) {
        return options.missing_cells == MissingCells::automatic;
    });
}

std::string format_structure(const Estimator& estimator) {
    if (const auto* const options = std::get_if<FitOptions>(&estimator))
        return format(options->structure);
    if (const auto* const automatic = std::get_if<Automatic>(&estimator))
        return automatic->may_stack ? "auto"
                                    : format(automatic->candidates.members.front().structure);
    std::vector<std::string> words;
    for (const FitOptions& member : std::get<Stack>(estimator).members) {
        std::string next = format(member.structure);
        if (std::ranges::find(words, next) == words.end()) words.push_back(std::move(next));
    }
    std::string text = "stack";
    for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? ":" : ",") + words[i];
    return text;
}

}  // namespace pgm::learners
