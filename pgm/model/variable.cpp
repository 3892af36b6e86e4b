#include <pgm/model/variable.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/states_by_number.hpp>

#include <algorithm>

namespace pgm {

std::optional<StateId> Variable::find_state(std::string_view state) const {
    const std::vector<std::string>& all = states();
    const auto found = std::find(all.begin(), all.end(), state);
    if (found == all.end()) return std::nullopt;
    return StateId(static_cast<std::size_t>(found - all.begin()));
}

StateId Variable::state_id(std::string_view state) const {
    if (const auto meant = state_meant(*this, state)) return *meant;
    throw EvidenceError(
        "variable '" + printable(name_) + "' has no state '" + printable(state) + "'",
        {.variable = name_}, state_hint(*this, state));
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
