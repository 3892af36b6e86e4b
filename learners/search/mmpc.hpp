#pragma once

#include <learners/independence/independence_test.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/search_control.hpp>

#include <cstddef>
#include <vector>

namespace pgm::learners {

/// Max-min parents and children: for each variable those that no set of the others separates from
/// it, found without looking at most of the sets.
///
/// For a target T, the set C of candidates grows by the variable whose least association with T,
/// given any subset of C, is the largest; a variable that some subset of C separates from T leaves
/// for good. Afterwards each member of C that the others separate from T is taken out. Association
/// is a small p, of equal p a large statistic. At the end B belongs to A only where A belongs to B,
/// too.
///
/// Tsamardinos, Brown and Aliferis 2006, "The max-min hill-climbing Bayesian network structure
/// learning algorithm", algorithms 1 and 2. How it differs from Pc: it looks for the neighbours of
/// one variable at a time from none upwards, so it asks few tests where a variable has few
/// neighbours among many; it finds no directions.
struct Mmpc {
    /// A test with p above it says independent.
    double alpha = 0.01;
    /// The largest number of variables given.
    std::size_t max_conditions = 3;

    friend bool operator==(const Mmpc&, const Mmpc&) = default;
};

/// Of each variable, who may be its parents and children.
struct CandidateNeighbours {
    std::vector<std::vector<VariableId>> of;  ///< ascending; B is in A's list when A is in B's
    std::size_t tests = 0;                    ///< asked altogether
    /// True if the search was stopped; variables that were not reached have no candidates then but
    /// those that are required.
    bool partial = false;

    friend bool operator==(const CandidateNeighbours&, const CandidateNeighbours&) = default;
};

/// The ends of required arcs are candidates of each other whatever the tests say, pairs with no
/// allowed direction never are. Throws ArgumentError for constraints that contradict themselves and
/// for `alpha` outside [0, 1]. The result does not depend on the number of threads.
CandidateNeighbours max_min_parents_children(const IndependenceTest& test,
                                             const Constraints& constraints = {},
                                             const SearchControl& control = {},
                                             const Mmpc& options = {});

}  // namespace pgm::learners
