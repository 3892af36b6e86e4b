#include <pgm/inference/detail/continuous/findings_by_variable.hpp>

#include <pgm/inference/detail/reduce/relevance.hpp>

#include <algorithm>

namespace pgm::detail {

void FindingsByVariable::assign(const CheckedEvidence& evidence, std::size_t variables) {
    roles_.assign(variables, Role::free);
    values_.resize(variables);
    places_.assign(variables, nullptr);
    states_.assign(variables, std::nullopt);
    for (const auto& [variable, role, value] : evidence.values()) {
        const std::size_t v = variable.index();
        roles_[v] = role;
        values_[v] = value;
        places_[v] = &values_[v];
    }
    for (const auto& [variable, finding] : evidence.findings())
        states_[variable.index()] = state_of(finding);
    intervals_.resize(evidence.intervals().empty() ? 0 : variables);
    for (const auto& [variable, interval] : evidence.intervals()) {
        roles_[variable.index()] = Role::bounded;
        intervals_[variable.index()] = interval;
    }
}

std::vector<Role> FindingsByVariable::roles_for(const BayesianNetwork& network,
                                                std::span<const VariableId> targets,
                                                const CheckedEvidence& evidence) const {
    std::vector<Role> roles = roles_;
    if (std::ranges::none_of(network.cpds(), [](const Cpd& cpd) { return has_cuts(cpd); }))
        return roles;
    std::vector<Role> all = roles_;
    for (const auto& [variable, finding] : evidence.findings())
        all[variable.index()] = role_of(finding);
    const std::vector<char> relevant = relevant_variables(network.dag(), targets, all);
    for (std::size_t v = 0; v < network.size(); ++v) {
        if (!has_cuts(network.cpds()[v])) continue;
        if (all[v] != Role::free)
            roles[v] = all[v];
        else if (relevant[v])
            roles[v] = Role::asked;
    }
    return roles;
}

}  // namespace pgm::detail
