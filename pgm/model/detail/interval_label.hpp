#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::detail {

/// True if an end of an interval belongs to it. `cut`: the label does not say and neither do its
/// neighbours ("20-30" beside "30-40"); the end is a point between two states that no value is
/// taken to sit on.
enum class IntervalEnd : std::uint8_t { included, excluded, cut };

/// The real numbers that a state stands for. Infinite ends are excluded.
struct StateInterval {
    double lower = 0;
    double upper = 0;
    IntervalEnd lower_end = IntervalEnd::included;
    IntervalEnd upper_end = IntervalEnd::included;

    bool is_point() const { return lower == upper; }
    bool contains(double number) const {
        return (lower < number || (lower == number && lower_end == IntervalEnd::included)) &&
               (number < upper || (number == upper && upper_end == IntervalEnd::included));
    }
    friend bool operator==(const StateInterval&, const StateInterval&) = default;
};

/// The intervals that the states of a variable stand for, one per state, or nothing unless *every*
/// label can be read as one:
///
/// | label                        | reading |
/// |------------------------------|---|
/// | 3, -1.5, 2e3                 | that number |
/// | <5, <=5, >5, >=60 (also ≤ ≥) | as it says |
/// | [1,2) (1;2] ]1,2[ (-inf-2.5] | as the brackets say |
/// | 20-30, 20–30, 1..2, 1 to 2   | from the first to the second number |
/// | -inf_2.5, 2.5_4.0            | the same |
/// | 40.5-, 20+                   | below 40.5; 20 and above |
///
/// Within brackets the two numbers are separated by any sign that ranges have, a comma or a
/// semicolon. `_` is such a sign only when one end is infinite or both have a decimal point,
/// because 1_6 may mean 1.6. Beside 30+ and 40+ (or 10- and 20-), 20+ goes only up (20- down) to
/// the next of them: [20, 30).
///
/// A word with a colon in front of the label is not read (v0:40.5-), nor a unit that all states
/// have in common after it (0-3_days, 20mg).
///
/// An end that the label leaves open belongs to the interval when no other state begins or ends
/// there; when a neighbour says who has it (<5 beside 5-12), as the neighbour says; when both leave
/// it open, it is a cut.
std::optional<std::vector<StateInterval>> state_intervals(std::span<const std::string> states);

/// The same of the states that stand for values, which all do but for a last one for missing values
/// (pgm/model/state_lookup.hpp). The only state of a variable without cuts is the whole line.
std::optional<std::vector<StateInterval>> intervals_of_values(std::span<const std::string> states);

}  // namespace pgm::detail
