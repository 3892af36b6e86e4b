#pragma once

#include <learners/independence/independence_test.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/learned_class.hpp>
#include <learners/search/search_control.hpp>

#include <cstddef>
#include <optional>

namespace pgm::learners {

/// The PC algorithm in the form that does not depend on the order of the variables (PC-stable).
///
/// It begins with every pair joined. Level l = 0, 1, 2, ... takes the edge between A and B away
/// where a test finds A and B independent given some l variables joined to A, or to B. Then
/// directions are found: where A - C - B are joined so, A and B are not, and C is not in the set
/// that separated A and B, A -> C <- B is a v-structure; Meek's rules give what follows.
///
/// What is decided how:
///
/// - Edges are taken away at the end of a level, so that all tests of a level see the same
///   neighbours (Colombo and Maathuis 2014, "Order-independent constraint-based causal structure
///   learning").
/// - The sets are tried in an order of the variables of their own: those more strongly dependent on
///   A (B) come first. Of the first separating sets on either side that of the larger p counts.
/// - V-structures that contradict each other are taken in the order of the p by which their ends
///   were separated, the largest first; one of which an arc points the other way already, or is not
///   allowed, is left out as a whole.
/// - Where no DAG agrees with all this, vertices are taken away from the end of an order, each the
///   one that contradicts the least, which directs, and in the last resort drops, the edges left.
///   So too where a variable has more parents than allowed: it keeps the required ones and those
///   most strongly dependent. Only here, among vertices that contradict equally, do the numbers of
///   the variables decide.
///
/// Given a test that knows the truth, the result is the CPDAG of that DAG (Spirtes, Glymour and
/// Scheines 2000, "Causation, Prediction, and Search", section 5.4). From data it is the faster the
/// fewer neighbours variables have; a hub of d neighbours costs up to d^(l + 1) tests of level l.
struct Pc {
    /// A test with p above it says independent.
    double alpha = 0.01;
    /// The largest number of variables given; nothing when there is no limit.
    std::optional<std::size_t> max_conditions;

    friend bool operator==(const Pc&, const Pc&) = default;
};

/// Throws ArgumentError for constraints that contradict themselves and for `alpha` outside [0, 1],
/// and TooLargeError for too many variables to test all pairs. The result does not depend on the
/// number of threads.
LearnedClass pc(const IndependenceTest& test, const Constraints& constraints = {},
                const SearchControl& control = {}, const Pc& options = {});

}  // namespace pgm::learners
