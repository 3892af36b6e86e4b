#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/data/discretisation.hpp>

#include <optional>
#include <vector>

namespace pgm::detail {

/// The states of numbers between and on cuts, for programs that look them up without reading names.
struct NumberStates {
    std::vector<double> cuts;
    /// The state below each cut and on it, and at last that above all; null where there is none.
    std::vector<std::optional<StateId>> states;
};

/// Answers of StatesByNumber where the states of a discrete variable are numbers or intervals;
/// otherwise the states by their numbers, from 0.
NumberStates number_states(const Variable& variable);

/// The intervals of a column that is cut.
NumberStates number_states(const CutPoints& cuts);

/// True if number_states() does not count the states.
bool are_numbers(const Variable& variable);

}  // namespace pgm::detail
