#pragma once

namespace pgm {
struct CounterfactualQuery;
}

namespace pgm::detail {

/// Throws ArgumentError, with what is missing, for a question that has no bounds.
void require_bounds(const CounterfactualQuery& question);

}  // namespace pgm::detail
