#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// The states of a variable that stands for numbers cut into intervals. Cuts c_1 < ... < c_n make
/// n + 1 states, whose names hold the cuts exactly:
///
///     "<c_1",   "[c_i,c_{i+1})",   ">=c_n":
///
/// a number on a cut belongs to the state that begins there. No cuts make one state, "any".
std::vector<std::string> cut_state_names(std::span<const double> cuts);

/// The cuts that such names hold, or null for states that are named otherwise: each interval
/// must begin where the one before it ends. A last state for missing values is left out
/// (states_of_values()).
std::optional<std::vector<double>> cuts_of_states(std::span<const std::string> states);

/// The state of a number that is not NaN, in logarithmic time.
StateId cut_state(std::span<const double> cuts, double number);

/// Number of the states that stand for values: all, but for a last one of only question marks after
/// others, which stands for missing values (MissingState).
std::size_t states_of_values(std::span<const std::string> states);

/// Finds the states of a discrete variable by the numbers they stand for: "1" by 1 however it is
/// written ("1.0", "+1"), and a state that is an interval by every number in it. Intervals are
/// those of cut points (pgm/model/state_lookup.hpp) and, where all states but one for missing
/// values are numbers or intervals, any that pgm/model/detail/interval_label.hpp reads: "(30,40]",
/// "18-39", "65+". Where all states are truth values (truth_value()), 1, "1", "True" and "TRUE"
/// find the same one, since programs and formats write them differently.
///
/// Making it reads the names of all states; finding takes logarithmic time unless intervals
/// overlap.
class StatesByNumber {
public:
    explicit StatesByNumber(std::span<const std::string> states);
    StatesByNumber(StatesByNumber&&) noexcept;
    ~StatesByNumber();

    /// The state of that number; null where there is none, and where two states share it ("1"
    /// and "1.0").
    std::optional<StateId> find(double number) const;
    /// The state of the number or the truth value that a text is; null for other texts.
    std::optional<StateId> find(std::string_view text) const;

private:
    struct Interval;

    std::optional<std::vector<double>> cuts_;
    std::vector<Interval> intervals_;  ///< sorted by where they begin, unless there are cuts
    bool are_truth_values_ = false;
};

/// The truth value that a text is: "false" and "true" in any letter case, and the numbers 0 and 1;
/// null for other texts.
std::optional<bool> truth_value(std::string_view text);

/// Finds a state by its name.
std::optional<StateId> state_named(std::span<const std::string> states, std::string_view name);

/// Finds the state that a text means where people write one: the state of that name, otherwise that
/// of the number or the truth value it is.
std::optional<StateId> state_meant(std::span<const std::string> states, std::string_view text);

/// The hint of an error about a text that means no state.
std::string state_hint(std::span<const std::string> states, std::string_view text);

}  // namespace pgm
