#pragma once

#include <pgm/model/network.hpp>
#include <pgm/table/table.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// The scope of these discrete variables of a network, in this order.
inline Scope scope_over(const BayesianNetwork& network, std::span<const VariableId> variables) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId variable : variables)
        cardinalities.push_back(network.cardinality(variable));
    return Scope({variables.begin(), variables.end()}, cardinalities);
}

}  // namespace pgm::detail
