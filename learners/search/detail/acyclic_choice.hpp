#pragma once

#include <learners/search/detail/parent_sets.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>

namespace pgm::learners::detail {

struct AcyclicChoice {
    /// One of the best score, if the search was not stopped; at least as good as the known one.
    Dag dag;
    double bound = 0;       ///< no DAG of these parents scores more
    std::size_t nodes = 0;  ///< of the tree of the search
};

/// Chooses one of the considered parents of every variable so that there is no cycle and the sum of
/// the scores is the largest, by branch and bound.
///
/// The bound is that of Lagrange multipliers of cluster inequalities: of any set of variables, a
/// cluster, one has all its parents outside (Jaakkola, Sontag, Globerson and Meila 2010, "Learning
/// Bayesian network structure using LP relaxations"). The multipliers are raised one by one, as
/// long as the parents that cost nothing leave a cycle (Trosser, de Givry and Katsirelos 2021,
/// "Improved acyclicity reasoning for Bayesian network structure learning with constraint
/// programming"). What costs more than is to be gained is left out for good. It branches on whether
/// a variable has all its parents outside of a cluster for which that holds of two.
///
/// Variables that are not on a cycle of possible arcs never compete, so each strongly connected
/// component of the possible arcs is a search of its own (Fan, Malone and Yuan 2014, "Finding
/// optimal Bayesian network structures with constraints learned from data").
///
/// The sets are complete and have a subset of the parents of each variable of `known`. Throws
/// TooLargeError for a component of more than 256 variables.
AcyclicChoice best_acyclic_choice(const ParentSets& sets, const Dag& known, SearchWatch& watch);

}  // namespace pgm::learners::detail
