#pragma once

#include <pgm/core/numbers.hpp>

#include <cstddef>
#include <optional>
#include <ranges>
#include <vector>

namespace pgm::learners::detail {

/// A choice among candidates by a loss, such as log_loss() of out-of-fold predictions
/// (judge/detail/out_of_fold.hpp).
struct Choice {
    std::size_t best = 0;  ///< number of the candidate of the least loss, of equal ones the first
    /// Loss by candidate; null where it could not be judged, and then it is not chosen.
    std::vector<std::optional<double>> losses;
};

/// Everything in pgm that is chosen by the data from a list is chosen here: concentrations of
/// back-off, features, missing values, models of continuous features, candidates of `auto`.
/// Candidates are judged in their order, and what is preferred where losses are equal comes first.
///
/// `judge` gives the loss of a candidate as a double, or as an optional that is null for one that
/// cannot be judged. There must be a candidate.
template <std::ranges::input_range Candidates, class Judge>
Choice choose(const Candidates& candidates, Judge&& judge) {
    Choice choice;
    double least = infinity;
    for (const auto& candidate : candidates) {
        const std::optional<double> loss = judge(candidate);
        if (loss && *loss < least) {
            least = *loss;
            choice.best = choice.losses.size();
        }
        choice.losses.push_back(loss);
    }
    return choice;
}

}  // namespace pgm::learners::detail
