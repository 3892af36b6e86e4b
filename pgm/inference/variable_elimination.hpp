#pragma once

#include <pgm/inference/posterior.hpp>
#include <pgm/model/evidence.hpp>

#include <span>

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

}  // namespace pgm
