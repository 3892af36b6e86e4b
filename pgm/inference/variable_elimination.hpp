#pragma once

#include <pgm/inference/posterior.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/table/table.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// P(X_1, ..., X_m | e) by variable elimination, written to be read beside a textbook (Koller and
/// Friedman 2009, algorithm 9.1; Zhang and Poole 1994): multiply the tables that mention a hidden
/// variable, sum it out, until only the targets are left; then normalise.
///
/// The specification of InferenceEngine, which gives the same answers from compiled plans, for
/// larger networks and many orders of magnitude faster: the tests compare each of its back ends
/// with this function. Differences: discrete networks only, no reuse between questions, no scaling
/// (P(e) below 1e-300 counts as impossible), no limit of memory.
///
/// Errors: EvidenceError for findings that do not fit the network, ArgumentError for targets that
/// are not distinct variables of it and for networks with continuous variables.
JointPosterior variable_elimination(const BayesianNetwork& network,
                                    std::span<const VariableId> targets,
                                    const Evidence& evidence = {});

/// An order in which to sum all variables out of a product of factors over these scopes, so that
/// the tables that are made on the way are small: the best of the greedy orders that the engine
/// tries, each of which eliminates next the variable that adds the cheapest edges to the graph
/// (min-fill, Kjaerulff 1990; Koller and Friedman 2009, section 9.4.3.2). It depends on nothing but
/// the arguments.
///
/// Throws TooLargeError where a table of the order has more than `most_table_cells` cells, or all
/// of them together have more than `most_cells`. No table is made.
std::vector<VariableId> elimination_order(std::span<const std::size_t> cardinalities,
                                          std::span<const Scope> scopes,
                                          std::size_t most_table_cells, std::size_t most_cells);

}  // namespace pgm
