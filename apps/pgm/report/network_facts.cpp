#include <apps/pgm/report/network_facts.hpp>

#include <apps/pgm/report/wording.hpp>

#include <utility>

namespace pgm::apps {

std::vector<std::string> names_of(const BayesianNetwork& network,
                                  std::span<const VariableId> variables) {
    std::vector<std::string> names;
    for (const VariableId variable : variables) names.push_back(network.variable(variable).name());
    return names;
}

Report assignment_report(const BayesianNetwork& network, std::span<const VariableId> variables,
                         std::span<const StateId> states) {
    Report report;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const Variable& variable = network.variable(variables[i]);
        report.add(variable.name(), shown_name(variable.name()), variable.state(states[i]));
    }
    return report;
}

Section assignment_section(std::string title, const BayesianNetwork& network,
                           std::span<const VariableId> variables, std::span<const StateId> states) {
    std::vector<Report> rows;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const Variable& variable = network.variable(variables[i]);
        rows.push_back({Shown{"", shown_name(variable.name())},
                        Shown{"", shown_name(variable.state(states[i]))}});
    }
    return {std::move(title), std::move(rows)};
}

Report marginals_report(const BayesianNetwork& network, const Posterior& posterior) {
    Report marginals;
    for (std::size_t i = 0; i < posterior.size(); ++i) {
        const Variable& variable = network.variable(posterior.variables()[i]);
        Report distribution;
        for (std::size_t s = 0; s < posterior[i].size(); ++s)
            distribution.add(variable.states()[s], posterior[i][s]);
        marginals.add(variable.name(), std::move(distribution));
    }
    const auto lines = [&](const Rows::Visit& visit) {
        for (std::size_t i = 0; i < posterior.size(); ++i) {
            const Variable& variable = network.variable(posterior.variables()[i]);
            std::string name = shown_name(variable.name());
            for (std::size_t s = 0; s < posterior[i].size(); ++s) {
                const double p =
                    shown_probability(posterior[i][s], posterior.is_possible(i, StateId(s)));
                visit({Shown{"", std::exchange(name, {})},
                       Shown{"", shown_name(variable.states()[s])}, Shown{"", probability_text(p)},
                       Shown{"", bar_text(p)}});
            }
        }
    };
    return {{"marginals", std::move(marginals)}, Section{.title = "", .rows = lines, .indent = 0}};
}

Report joint_report(const BayesianNetwork& network, const JointPosterior& joint) {
    const auto& axes = joint.table.scope().variables();
    const std::vector<VariableId> variables(axes.begin(), axes.end());
    const auto cells = [&network, &joint, variables](const Rows::Visit& visit) {
        auto too_small = joint.too_small.begin();
        for (std::size_t cell = 0; cell < joint.table.size(); ++cell) {
            const bool is_too_small = too_small != joint.too_small.end() && *too_small == cell;
            if (is_too_small) ++too_small;
            const double p = joint.table[cell], shown = shown_probability(p, is_too_small);
            visit({{"assignment",
                    assignment_report(network, variables, joint.table.scope().states(cell))},
                   {"probability", p, Shown{"", probability_text(shown)}},
                   Shown{"", bar_text(shown)}});
        }
    };
    return {{"variables", names_of(network, variables)},
            {"distribution", Section{"", Rows(cells)}}};
}

}  // namespace pgm::apps
