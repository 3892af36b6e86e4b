#include <pgm/model/state_lookup.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/interval_label.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

struct StatesByNumber::Interval {
    detail::StateInterval interval;
    StateId state;
    double furthest = 0;  ///< the largest end of this and all earlier intervals
};

StatesByNumber::StatesByNumber(std::span<const std::string> states)
    : cuts_(cuts_of_states(states)) {
    if (cuts_) return;
    const std::span<const std::string> values = states.first(states_of_values(states));
    are_truth_values_ = std::ranges::all_of(
        values, [](const std::string& state) { return truth_value(state).has_value(); });
    if (are_truth_values_) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double number = *truth_value(values[i]) ? 1 : 0;
            intervals_.push_back({{.lower = number, .upper = number}, StateId(i)});
        }
    } else if (const auto intervals = detail::intervals_of_values(states)) {
        for (std::size_t i = 0; i < intervals->size(); ++i)
            intervals_.push_back({(*intervals)[i], StateId(i)});
    } else {
        for (std::size_t i = 0; i < states.size(); ++i)
            if (const std::optional<double> number = parse_number(states[i]))
                intervals_.push_back({{.lower = *number, .upper = *number}, StateId(i)});
    }
    std::ranges::stable_sort(intervals_, {},
                             [](const Interval& one) { return one.interval.lower; });
    double furthest = -infinity;
    for (Interval& one : intervals_)
        one.furthest = furthest = std::max(furthest, one.interval.upper);
}

StatesByNumber::StatesByNumber(StatesByNumber&&) noexcept = default;
StatesByNumber::~StatesByNumber() = default;

std::optional<StateId> StatesByNumber::find(double number) const {
    if (std::isnan(number)) return std::nullopt;
    if (cuts_) return cut_state(*cuts_, number);
    std::optional<StateId> found;
    auto at = std::ranges::upper_bound(intervals_, number, {},
                                       [](const Interval& one) { return one.interval.lower; });
    for (; at != intervals_.begin() && (at - 1)->furthest >= number; --at) {
        if (!(at - 1)->interval.contains(number)) continue;
        if (found) return std::nullopt;
        found = (at - 1)->state;
    }
    return found;
}

std::optional<StateId> StatesByNumber::find(std::string_view text) const {
    if (const std::optional<double> number = parse_number(text)) return find(*number);
    const std::optional<bool> truth = are_truth_values_ ? truth_value(text) : std::nullopt;
    return truth ? find(*truth ? 1.0 : 0.0) : std::nullopt;
}

std::optional<bool> truth_value(std::string_view text) {
    if (equals_ignoring_case(text, "false")) return false;
    if (equals_ignoring_case(text, "true")) return true;
    const std::optional<double> number = parse_number(text);
    return number == 0.0 || number == 1.0 ? std::optional(number == 1.0) : std::nullopt;
}

std::optional<StateId> state_named(std::span<const std::string> states, std::string_view name) {
    const auto found = std::ranges::find(states, name);
    if (found == states.end()) return std::nullopt;
    return StateId(static_cast<std::size_t>(found - states.begin()));
}

std::optional<StateId> state_meant(std::span<const std::string> states, std::string_view text) {
    if (const auto named = state_named(states, text)) return named;
    const bool is_value = parse_number(text) || truth_value(text);
    return is_value ? StatesByNumber(states).find(text) : std::nullopt;
}

std::string state_hint(std::span<const std::string> states, std::string_view text) {
    const std::string names = did_you_mean(text, states);
    const bool is_cut = cuts_of_states(states).has_value();
    return is_cut ? names + "; a number stands for the state it lies in" : names;
}

}  // namespace pgm
