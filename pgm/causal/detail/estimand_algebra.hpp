#pragma once

#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/causal/estimand.hpp>

#include <vector>

namespace pgm::detail {

using Factors = std::vector<Estimand>;

/// The sum over some variables of a product, simplified: products within products are opened, a
/// variable whose probabilities add up to 1 is crossed out, and factors without the variables
/// stand before the sum.
Estimand sum_of(VariableSet over, const Factors& factors);

/// A quotient, in which equal factors are cancelled and P(A, B | C) / P(A | C) is P(B | A, C).
Estimand quotient_of(const Estimand& numerator, const Estimand& denominator);

/// The formula as people expect it: P(A | B) P(C | A, B) as P(A, C | B), the factors from the
/// effects back to the first causes (`order` is topological), sums last, and in every condition
/// the variables `first` before others.
Estimand tidied(const Estimand& estimand, std::span<const VariableId> order,
                std::span<const VariableId> first);

}  // namespace pgm::detail
