#include <pgm/model/variable.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/state_lookup.hpp>

namespace pgm {

std::optional<StateId> Variable::find_state(std::string_view state) const {
    return state_named(states(), state);
}

StateId Variable::state_id(std::string_view state) const {
    if (const auto meant = state_meant(states(), state)) return *meant;
    throw EvidenceError(
        "variable '" + printable(name_) + "' has no state '" + printable(state) + "'",
        {.variable = name_}, state_hint(states(), state));
}

const std::vector<std::string>& Variable::no_texts() {
    static const std::vector<std::string> none;
    return none;
}

std::vector<std::string> names_of(std::span<const Variable> variables) {
    std::vector<std::string> names;
    names.reserve(variables.size());
    for (const Variable& variable : variables) names.push_back(variable.name());
    return names;
}

}  // namespace pgm
