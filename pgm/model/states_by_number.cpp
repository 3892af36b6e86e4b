#include <pgm/model/states_by_number.hpp>

#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/suggest.hpp>
#include <pgm/model/cut_states.hpp>

#include <cmath>

namespace pgm {

StatesByNumber::StatesByNumber(const Variable& variable)
    : cuts_(cuts_of_states(variable.states())) {
    if (cuts_) return;
    for (std::size_t i = 0; i < variable.cardinality(); ++i) {
        const std::optional<double> number = parse_number(variable.states()[i]);
        if (!number) continue;
        const auto [place, is_new] = states_.emplace(*number, StateId(i));
        if (!is_new) place->second.reset();
    }
}

std::optional<StateId> StatesByNumber::find(double number) const {
    if (std::isnan(number)) return std::nullopt;
    if (cuts_) return cut_state(*cuts_, number);
    const auto found = states_.find(number);
    return found == states_.end() ? std::nullopt : found->second;
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
