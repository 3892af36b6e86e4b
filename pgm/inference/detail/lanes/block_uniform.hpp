#pragma once

#include <pgm/inference/detail/contraction/contraction.hpp>

namespace pgm::detail {

/// A contraction of tables that all rows of a block share, done once, cell by cell in the order of
/// the loops. `loops` are the contraction's own. Returns the binary exponent that rescaling took
/// out, where the contraction asks for it.
int contract_uniform(const Contraction& contraction, const Loop* loops, double* out,
                     const double* a, const double* b);

}  // namespace pgm::detail
