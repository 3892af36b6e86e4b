#include <pgm/model/structure_graph.hpp>

#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>

namespace pgm {

std::string factorisation(const BayesianNetwork& network, std::size_t name_columns) {
    const auto name_of = [&](VariableId variable) {
        const std::string& name = network.variable(variable).name();
        // A column has at least one byte, so names with few bytes need no shortening.
        return quoted_if_needed(name.size() <= name_columns ? name : shortened(name, name_columns));
    };
    std::string text;
    for (const VariableId variable : topological_order(network.dag())) {
        if (!text.empty()) text += ' ';
        text += "P(" + name_of(variable);
        const char* separator = " | ";
        for (const VariableId parent : parents_of(network.cpd(variable))) {
            text += separator + name_of(parent);
            separator = ", ";
        }
        text += ')';
    }
    return text;
}

}  // namespace pgm
