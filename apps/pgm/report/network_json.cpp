#include <apps/pgm/report/network_json.hpp>

namespace pgm::apps {

void write_names(JsonText& json, const BayesianNetwork& network,
                 std::span<const VariableId> variables) {
    json.begin_array();
    for (const VariableId variable : variables) json.string(network.variable(variable).name());
    json.end_array();
}

void write_assignment(JsonText& json, const BayesianNetwork& network,
                      std::span<const VariableId> variables, std::span<const StateId> states) {
    json.begin_object();
    for (std::size_t i = 0; i < states.size(); ++i)
        json.key(network.variable(variables[i]).name())
            .string(network.variable(variables[i]).state(states[i]));
    json.end_object();
}

void write_distribution(JsonText& json, const Variable& variable,
                        std::span<const double> probabilities) {
    json.begin_object();
    for (std::size_t i = 0; i < probabilities.size(); ++i)
        json.key(variable.states()[i]).number(probabilities[i]);
    json.end_object();
}

}  // namespace pgm::apps
