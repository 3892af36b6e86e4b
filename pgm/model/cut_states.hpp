#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm {

/// The states of a variable that stands for numbers cut into intervals. Cuts c_1 < ... < c_n make
/// n + 1 states, whose names hold the cuts exactly:
///
///     "<c_1",   "[c_i,c_{i+1})",   ">=c_n":
///
/// a number on a cut belongs to the state that begins there. No cuts make one state, "any".
std::vector<std::string> cut_state_names(std::span<const double> cuts);

/// The cuts that such names hold, or nothing for states that are named otherwise: each interval
/// must begin where the one before it ends. A last state for missing cells is left out
/// (states_of_values()).
std::optional<std::vector<double>> cuts_of_states(std::span<const std::string> states);

/// The state of a number that is not NaN, in logarithmic time.
StateId cut_state(std::span<const double> cuts, double number);

/// How many of the states stand for values: all, but for a last one of only question marks after
/// others, which stands for missing cells (MissingState).
std::size_t states_of_values(std::span<const std::string> states);

}  // namespace pgm
