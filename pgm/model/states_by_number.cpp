#include <pgm/model/states_by_number.hpp>

#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/suggest.hpp>
#include <pgm/model/cut_states.hpp>
#include <pgm/model/detail/interval_label.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

struct StatesByNumber::Interval {
    detail::StateInterval interval;
    StateId state;
    double furthest = 0;  ///< the largest end of this and all earlier intervals
};

StatesByNumber::StatesByNumber(const Variable& variable)
    : cuts_(cuts_of_states(variable.states())) {
    if (cuts_) return;
    if (const auto intervals = detail::intervals_of_values(variable)) {
        for (std::size_t i = 0; i < intervals->size(); ++i)
            intervals_.push_back({(*intervals)[i], StateId(i)});
    } else {
        for (std::size_t i = 0; i < variable.cardinality(); ++i)
            if (const std::optional<double> number = parse_number(variable.states()[i]))
                intervals_.push_back({{.lower = *number, .upper = *number}, StateId(i)});
    }
    std::ranges::stable_sort(intervals_, {},
                             [](const Interval& one) { return one.interval.lower; });
    double furthest = -detail::infinity;
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

std::optional<StateId> state_meant(const Variable& variable, std::string_view text) {
    if (const auto named = variable.find_state(text)) return named;
    const std::optional<double> number = parse_number(text);
    return number ? StatesByNumber(variable).find(*number) : std::nullopt;
}

std::string state_hint(const Variable& variable, std::string_view text) {
    const std::string names = did_you_mean(text, variable.states());
    const bool is_cut = cuts_of_states(variable.states()).has_value();
    return is_cut ? names + "; a number stands for the state it lies in" : names;
}

}  // namespace pgm
