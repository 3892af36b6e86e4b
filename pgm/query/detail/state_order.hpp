#pragma once

#include <pgm/model/variable.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace pgm::detail {

enum class Comparison : std::uint8_t { less, less_equal, greater, greater_equal };

/// "<", "<=", ">", ">=".
std::string_view to_text(Comparison comparison);

/// The states of a variable for which `variable <comparison> bound` holds, in state order; possibly
/// none.
///
/// 1. **Numeric states.** When every state's label is a number or an interval
///    (pgm/model/detail/interval_label.hpp) and the bound is a number, a comparison holds for a
///    state when it holds for every number of its interval. It is an error, naming the state, when
///    it holds for some of them only. An end that belongs to neither of two neighbours (40.5-
///    beside 40.5+) is on neither side: `> 40.5` and `>= 40.5` both select 40.5+, `<` and `<=` both
///    40.5-.
/// 2. When the bound is one of those states, the intervals are compared: one is less than another
///    when it lies entirely before it.
/// 3. **Ordered states.** When the labels are not all numeric, the bound must be a state, and the
///    order is that of declaration: for grade{A|B|C}, `grade >= B` selects B and C.
///
/// A last state for missing values ("?"; pgm/model/state_lookup.hpp) is in no comparison.
///
/// Throws ArgumentError with a hint when none of the three applies.
std::vector<StateId> states_satisfying(const Variable& variable, Comparison comparison,
                                       std::string_view bound);

}  // namespace pgm::detail
