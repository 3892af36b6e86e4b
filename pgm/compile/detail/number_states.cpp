#include <pgm/compile/detail/number_states.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/model/detail/interval_label.hpp>
#include <pgm/model/state_lookup.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::detail {
namespace {

template <class StateOf>
NumberStates looked_up(std::vector<double> cuts, const StateOf& state_of) {
    std::vector<std::optional<StateId>> states;
    double below = -infinity;
    for (const double cut : cuts) {
        // Just above the cut before: where nothing lies between both it is not asked for.
        states.push_back(state_of(std::nextafter(below, infinity)));
        states.push_back(state_of(cut));
        below = cut;
    }
    states.push_back(state_of(cuts.empty() ? 0.0 : std::nextafter(below, infinity)));
    return {std::move(cuts), std::move(states)};
}

}  // namespace

bool are_numbers(const Variable& variable) {
    return intervals_of_values(variable.states()).has_value();
}

NumberStates number_states(const Variable& variable) {
    std::vector<double> cuts;
    if (const auto intervals = intervals_of_values(variable.states())) {
        for (const StateInterval& interval : *intervals) {
            for (const double end : {interval.lower, interval.upper})
                if (std::isfinite(end)) cuts.push_back(end);
        }
        std::ranges::sort(cuts);
        cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
        const StatesByNumber by_number(variable.states());
        return looked_up(std::move(cuts), [&](double number) { return by_number.find(number); });
    }
    for (std::size_t i = 0; i < variable.cardinality(); ++i) cuts.push_back(static_cast<double>(i));
    return looked_up(std::move(cuts), [](double number) {
        const bool is_whole = number == std::floor(number) && number >= 0;
        return is_whole ? std::optional(StateId(static_cast<std::size_t>(number))) : std::nullopt;
    });
}

NumberStates number_states(const CutPoints& points) {
    return looked_up(points.cuts, [&](double number) { return points.state(number); });
}

}  // namespace pgm::detail
