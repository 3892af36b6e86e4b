#pragma once

#include <pgm/model/variable.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// Finds the states of a discrete variable by the numbers they stand for, in logarithmic time: "1"
/// by 1 however it is written ("1.0", "+1"), and a state that cut points made by every number of
/// its interval (pgm/model/cut_states.hpp). Making it reads the names of all states.
class StatesByNumber {
public:
    explicit StatesByNumber(const Variable& variable);

    /// The state of that number; nothing where there is none, and where two states are the same
    /// number ("1" and "1.0").
    std::optional<StateId> find(double number) const;

private:
    std::optional<std::vector<double>> cuts_;
    std::map<double, std::optional<StateId>> states_;  ///< nothing for what two states share
};

/// The state that a text means where people write one: the state of that name, otherwise that of
/// the number it is.
std::optional<StateId> state_meant(const Variable& variable, std::string_view text);

/// The hint of an error about a text that means no state.
std::string state_hint(const Variable& variable, std::string_view text);

}  // namespace pgm
