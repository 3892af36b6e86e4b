#include <pgm/model/factorisation.hpp>

#include <pgm/graph/order.hpp>
#include <pgm/model/name_text.hpp>

namespace pgm {

std::string factorisation(const BayesianNetwork& network) {
    std::string text;
    for (const VariableId variable : topological_order(network.dag())) {
        if (!text.empty()) text += ' ';
        text += "P(" + quoted_if_needed(network.variable(variable).name());
        const char* separator = " | ";
        for (const VariableId parent : parents_of(network.cpd(variable))) {
            text += separator + quoted_if_needed(network.variable(parent).name());
            separator = ", ";
        }
        text += ')';
    }
    return text;
}

}  // namespace pgm
