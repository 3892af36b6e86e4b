#pragma once

#include <pgm/model/cpd/table_cpd.hpp>
#include <pgm/table/table.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::io::detail {

/// A factor graph over discrete variables (Koller and Friedman 2009, section 4.4): the function
/// F(x) = product of the factors, each at the part of x that it knows. It is a distribution up to
/// the partition function Z, the sum of F over all x.
struct FactorGraph {
    std::vector<std::size_t> cardinalities;  ///< by variable
    std::vector<Table> factors;              ///< of finite numbers, none negative
};

/// The Bayesian network that is F / Z.
struct EliminatedGraph {
    std::vector<TableCpd> cpds;  ///< by variable
    double log_partition = 0;    ///< ln Z; -inf if no assignment is possible
    bool has_underflow = false;  ///< some products of factors are no doubles and became 0
};

/// Makes a Bayesian network of a factor graph by variable elimination in an order of its variables
/// (elimination_order()).
///
/// With g(x, n) the product of the factors that have x, and s(n) its sum over x, x gets the
/// distribution P(x | n) = g(x, n) / s(n), and s goes on as a factor over its neighbours n. What is
/// left in the end is Z. Where s(n) is 0, so is F, and the row is uniform. Neighbours are
/// eliminated later, so there is no cycle.
///
/// Each product is divided by a power of two when its largest number is far from 1, and ln Z
/// contains the powers, so Z may be larger or smaller than any double.
EliminatedGraph eliminate(FactorGraph graph, std::span<const VariableId> order);

}  // namespace pgm::io::detail
