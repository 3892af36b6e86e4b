#include <learners/fit/estimator.hpp>

#include <algorithm>
#include <type_traits>

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

}  // namespace pgm::learners
