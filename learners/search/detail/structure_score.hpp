#pragma once

#include <learners/score/decomposable_score.hpp>
#include <pgm/graph/dag.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

namespace pgm::learners::detail {

/// Throws TooLargeError when there are too many variables to keep a number for every pair of them.
void require_space_for_pairs(std::size_t variables);

/// Throws ArgumentError when a family has no finite score: what the constraints require cannot be
/// scored. The error names the variable, or tells its number where there are no names.
void require_finite_score(const DecomposableScore& score, const Dag& required,
                          std::span<const std::string_view> names = {});

/// Scores are sums of millions of logarithms: two that differ by less than this part of them are
/// equal for a search.
constexpr double relative_tolerance = 1e-12;

/// True if a score is larger by more than rounding.
inline bool is_better(double score, double than) {
    return score > than + relative_tolerance * std::abs(than);
}

}  // namespace pgm::learners::detail
