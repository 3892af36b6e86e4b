#pragma once

#include <pgm/graph/dag.hpp>
#include <pgm/inference/solver.hpp>
#include <pgm/model/evidence.hpp>

#include <vector>

namespace pgm {

/// How strongly a child depends on one of its parents.
struct ArcInfluence {
    Arc arc;
    double strength = 0;  ///< from 0, no dependence, to 1, the child follows the parent for certain

    friend bool operator==(const ArcInfluence&, const ArcInfluence&) = default;
};

/// The strength of influence of each arc A -> B under evidence e (after Koiter 2006, "Visualizing
/// inference in Bayesian networks"): the mean distance of the child's distributions in two states
/// of the parent,
///
///     s(A -> B) = sum over u of P(u | e)  mean over a < a' of  d(P(B | a, u), P(B | a', u)),
///     d(p, q)   = sqrt( sum over b of (p_b - q_b)^2  /  2 ),
///
/// where u are the configurations of the other parents of B, weighted by how probable they are, and
/// all pairs of states of A count alike. The Euclidean distance is divided by its maximum, sqrt(2).
/// It differs from the mutual information of A and B, which is 0 where A is known.
///
/// Arcs between discrete variables only, in the order of Dag::arcs(): a density has no such
/// distance. Arcs into a variable that is set by do(), into one with a continuous parent, and from
/// a parent of one state are not listed. Asks the solver for the joint distribution of the parents
/// of each child that has several. Throws as Solver::joint() does, ImpossibleEvidenceError for
/// impossible evidence, and TooLargeError for a table that tabulated() refuses.
std::vector<ArcInfluence> arc_influences(const Solver& solver, const Evidence& evidence = {});

}  // namespace pgm
