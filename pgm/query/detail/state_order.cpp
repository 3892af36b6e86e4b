#include <pgm/query/detail/state_order.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/interval_label.hpp>
#include <pgm/model/state_lookup.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

namespace pgm::detail {
namespace {

/// True if a comparison holds for all numbers of an interval, for none, or for some.
enum class HoldsFor : std::uint8_t { none, some, all };

bool lies_before(const StateInterval& a, const StateInterval& b) {
    return a.upper < b.lower || (a.upper == b.lower && (a.upper_end != IntervalEnd::included ||
                                                        b.lower_end != IntervalEnd::included));
}

/// Of `x < y` (or, with or_equal, `x <= y`) for x in `a` and the single y, or for whole intervals:
/// equal ones count as equal, not as overlapping.
HoldsFor less(const StateInterval& a, const StateInterval& b, bool or_equal) {
    if (a == b) return or_equal ? HoldsFor::all : HoldsFor::none;
    if (lies_before(a, b)) return HoldsFor::all;
    if (lies_before(b, a)) return HoldsFor::none;
    if (b.is_point()) {
        if (or_equal && a.upper <= b.lower) return HoldsFor::all;
        if (!or_equal && a.lower >= b.upper) return HoldsFor::none;
    }
    return HoldsFor::some;
}

HoldsFor opposite(HoldsFor extent) {
    return extent == HoldsFor::all    ? HoldsFor::none
           : extent == HoldsFor::none ? HoldsFor::all
                                      : HoldsFor::some;
}

/// x > y is the opposite of x <= y, x >= y that of x < y.
HoldsFor compare(const StateInterval& a, Comparison comparison, const StateInterval& b) {
    switch (comparison) {
        case Comparison::less:
            return less(a, b, false);
        case Comparison::less_equal:
            return less(a, b, true);
        case Comparison::greater:
            return opposite(less(a, b, true));
        case Comparison::greater_equal:
            return opposite(less(a, b, false));
    }
    return HoldsFor::some;
}

std::string written(const Variable& variable, Comparison comparison, std::string_view bound) {
    return "'" + printable(variable.name()) + " " + std::string(to_text(comparison)) + " " +
           printable(bound) + "'";
}

Comparison with_or_without_equality(Comparison comparison) {
    switch (comparison) {
        case Comparison::less:
            return Comparison::less_equal;
        case Comparison::less_equal:
            return Comparison::less;
        case Comparison::greater:
            return Comparison::greater_equal;
        case Comparison::greater_equal:
            return Comparison::greater;
    }
    return comparison;
}

/// The cuts around the number, at most eight.
std::string cuts_around(std::span<const double> cuts, double number) {
    constexpr std::size_t most = 8;
    const std::size_t above = cut_state(cuts, number).index();
    std::size_t first = above > most / 2 ? above - most / 2 : 0;
    if (cuts.size() < first + most) first = cuts.size() > most ? cuts.size() - most : 0;
    const std::size_t last = std::min(first + most, cuts.size());
    std::string text = first > 0 ? "..., " : "";
    for (std::size_t i = first; i < last; ++i)
        text += (i > first ? ", " : "") + pgm::to_text(cuts[i]);
    return last < cuts.size() ? text + ", ..." : text;
}

std::string hint_of_cuts(const Variable& variable, std::span<const double> cuts,
                         std::string_view bound, double number) {
    const std::string name = printable_word(variable.name());
    const std::string state = printable(variable.state(cut_state(cuts, number)));
    const std::string where = cuts.empty() ? "is not cut anywhere: write "
                                           : "is cut at " + cuts_around(cuts, number) +
                                                 ": compare it with one of these, or write ";
    return name + " " + where + name + "=" + printable(bound) + " for state '" + state + "'";
}

[[noreturn]] void throw_straddles(const Variable& variable, Comparison comparison,
                                  std::string_view bound, std::size_t state,
                                  const StateInterval& interval, const StateInterval& compared) {
    std::string hint = "choose a bound where a state begins or ends, or list the states: " +
                       printable(variable.name()) + " in {...}";
    const auto cuts = cuts_of_states(variable.states());
    if (compared.is_point() && cuts) hint = hint_of_cuts(variable, *cuts, bound, compared.lower);
    if (compared.is_point() &&
        (compared.lower == interval.lower || compared.lower == interval.upper)) {
        hint = printable(bound) + " belongs to '" + printable(variable.states()[state]) +
               "': write " + written(variable, with_or_without_equality(comparison), bound);
    }
    throw ArgumentError(written(variable, comparison, bound) + " holds for one part of state '" +
                            printable(variable.states()[state]) + "' and not for the rest",
                        hint);
}

std::vector<StateId> by_intervals(const Variable& variable,
                                  const std::vector<StateInterval>& intervals,
                                  Comparison comparison, std::string_view bound,
                                  const StateInterval& compared) {
    std::vector<StateId> states;
    for (std::size_t state = 0; state < intervals.size(); ++state) {
        const HoldsFor extent = compare(intervals[state], comparison, compared);
        if (extent == HoldsFor::some)
            throw_straddles(variable, comparison, bound, state, intervals[state], compared);
        if (extent == HoldsFor::all) states.emplace_back(state);
    }
    return states;
}

std::vector<StateId> by_declaration(const Variable& variable, Comparison comparison,
                                    StateId bound) {
    std::vector<StateId> states;
    for (std::size_t index = 0; index < states_of_values(variable.states()); ++index) {
        const StateId state(index);
        const bool holds = comparison == Comparison::less         ? state < bound
                           : comparison == Comparison::less_equal ? state <= bound
                           : comparison == Comparison::greater    ? state > bound
                                                                  : state >= bound;
        if (holds) states.push_back(state);
    }
    return states;
}

[[noreturn]] void throw_unknown_bound(const Variable& variable, std::string_view bound,
                                      bool numeric_states) {
    if (!numeric_states && parse_number(bound)) {
        throw ArgumentError("the states of '" + printable(variable.name()) +
                                "' are not numbers, so they cannot be compared with " +
                                printable(bound),
                            "compare with one of its states, in the order of their declaration; " +
                                did_you_mean("", variable.states()));
    }
    throw ArgumentError("'" + printable(bound) + "' is neither a number nor a state of '" +
                            printable(variable.name()) + "'",
                        did_you_mean(bound, variable.states()));
}

}  // namespace

std::string_view to_text(Comparison comparison) {
    switch (comparison) {
        case Comparison::less:
            return "<";
        case Comparison::less_equal:
            return "<=";
        case Comparison::greater:
            return ">";
        case Comparison::greater_equal:
            return ">=";
    }
    return "";
}

std::vector<StateId> states_satisfying(const Variable& variable, Comparison comparison,
                                       std::string_view bound) {
    const auto intervals = intervals_of_values(variable.states());
    const std::optional<StateId> state = variable.find_state(bound);
    if (state && state->index() >= states_of_values(variable.states()))
        throw ArgumentError("'" + printable(bound) + "' stands for missing values of '" +
                            printable(variable.name()) + "', which are neither less nor greater");
    if (intervals) {
        if (const auto number = parse_number(bound)) {
            return by_intervals(variable, *intervals, comparison, bound,
                                StateInterval{.lower = *number, .upper = *number});
        }
        if (state)
            return by_intervals(variable, *intervals, comparison, bound,
                                (*intervals)[state->index()]);
    } else if (state) {
        return by_declaration(variable, comparison, *state);
    }
    throw_unknown_bound(variable, bound, intervals.has_value());
}

}  // namespace pgm::detail
