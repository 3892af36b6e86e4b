#pragma once

#include <learners/independence/independence_test.hpp>
#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/score_search.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/graph/partially_directed_graph.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace pgm::learners {

/// Two variables that were found independent, and given which others.
struct SeparatedPair {
    Edge pair;
    std::vector<VariableId> given;  ///< ascending
    double p = 1;

    friend bool operator==(const SeparatedPair&, const SeparatedPair&) = default;
};

/// The result of a search by tests of independence: not one structure but all that the tests cannot
/// distinguish, and one of them. Unlike LearnedStructure it has no score.
struct LearnedClass {
    /// The CPDAG of the DAGs that agree with the tests; where constraints direct an edge, with what
    /// follows from that directed, too (Meek 1995).
    PartiallyDirectedGraph graph;
    /// One member of the class. It obeys the constraints.
    Dag dag;
    /// True if a DAG agrees with all answers of the tests. Tests on data may contradict each other,
    /// or a limit on the number of parents the rest; the class is then that of a DAG that gives up
    /// as little as described at pc().
    bool consistent = true;
    /// The pairs separated by a set that is not empty, sorted. Other pairs that are not joined are
    /// independent as they are or forbidden.
    std::vector<SeparatedPair> separated;
    std::size_t tests = 0;  ///< asked altogether
    /// True if the search was stopped. Most edges that it still has then are some that further
    /// tests would have taken away, so `dag` has the required arcs alone.
    bool partial = false;

    friend bool operator==(const LearnedClass&, const LearnedClass&) = default;
};

/// The PC algorithm in the form that does not depend on the order of the variables (PC-stable).
///
/// It begins with every pair joined. Level l = 0, 1, 2, ... takes the edge between A and B away
/// where a test finds A and B independent given some l variables joined to A, or to B. Then
/// directions are found: where A - C - B are joined so, A and B are not, and C is not in the sets
/// that separate A and B, A -> C <- B is a v-structure; Meek's rules give what follows.
///
/// Decisions and their rules:
///
/// - Edges are taken away at the end of a level, so that all tests of a level see the same
///   neighbours (Colombo and Maathuis 2014, "Order-independent constraint-based causal structure
///   learning").
/// - The sets are tried in an order of the variables of their own: those more strongly dependent on
///   A (B) come first. Of the first separating sets on either side that of the larger p counts.
/// - A test without degrees of freedom is none of A and B: the set determines one of them.
///   Only where no other set separates them, and all of the set are joined to both, is the edge
///   taken away at the end of the level, the weakest edges first and only while that is so. Of two
///   variables that are functions of each other one keeps its edges.
/// - Given variables of so many configurations that rows cannot fill the table
///   (IndependenceTest::has_enough_rows), A and B count as independent.
/// - Whether C is the middle of a v-structure is decided by the majority of the sets that separate
///   A and B, among that found and those of neighbours of one end that are no larger; of equal
///   numbers it is none (Colombo and Maathuis 2014, section 4.1).
/// - V-structures that contradict each other are taken in the order of how clearly C makes their
///   ends dependent: of the ratio of the largest p by which they were separated without C to their
///   p given C besides, the largest first, of equal ratios the larger statistic given C. One of
///   which an arc points the other way already, or is not allowed, is left out as a whole. (By the
///   first p alone an accidental independence, as of two paths that cancel, would come first:
///   nothing is as little dependent.)
/// - Where no DAG agrees with all this, vertices are taken away from the end of an order, each the
///   one that contradicts the least, which directs, and in the last resort drops, the edges left.
///   So too where a variable has more parents than allowed: it keeps the required ones and those
///   most strongly dependent. Only here, among vertices that contradict equally, and among edges of
///   determined variables that are equally strong, do the numbers of the variables decide.
///
/// With the test of the true DAG (DSeparationTest), the result is the CPDAG of that DAG (Spirtes,
/// Glymour and Scheines 2000, "Causation, Prediction, and Search", section 5.4). From data it is
/// the faster the fewer neighbours variables have; a hub of d neighbours costs up to d^(l + 1)
/// tests of level l.
struct Pc {
    /// The significance level: variables with p above it count as independent.
    double alpha = 0.01;
    /// The largest number of variables given; null when there is no limit.
    std::optional<std::size_t> max_conditions;

    friend bool operator==(const Pc&, const Pc&) = default;
};

/// Throws ArgumentError for constraints that contradict themselves and for `alpha` outside [0, 1],
/// and TooLargeError for too many variables to test all pairs. The result does not depend on the
/// number of threads.
LearnedClass pc(const IndependenceTest& test, const Constraints& constraints = {},
                const SearchControl& control = {}, const Pc& options = {});

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
    /// The significance level: variables with p above it count as independent.
    double alpha = 0.01;
    /// The largest number of variables given.
    std::size_t max_conditions = 3;

    friend bool operator==(const Mmpc&, const Mmpc&) = default;
};

/// Candidates for the parents and children of each variable.
struct CandidateNeighbours {
    std::vector<std::vector<VariableId>> of;  ///< ascending; B is in A's list when A is in B's
    std::size_t tests = 0;                    ///< asked altogether
    /// True if the search was stopped; variables that were not reached have no candidates then but
    /// those that are required.
    bool partial = false;

    friend bool operator==(const CandidateNeighbours&, const CandidateNeighbours&) = default;
};

/// The ends of required arcs are candidates of each other whatever the tests decide, pairs with no
/// allowed direction never are. Throws ArgumentError for constraints that contradict themselves and
/// for `alpha` outside [0, 1]. The result does not depend on the number of threads.
CandidateNeighbours max_min_parents_children(const IndependenceTest& test,
                                             const Constraints& constraints = {},
                                             const SearchControl& control = {},
                                             const Mmpc& options = {});

/// Max-min hill climbing: tests of independence select the pairs that may be joined (Mmpc), hill
/// climbing on a score chooses among the arcs between these. As in the paper it goes on beyond
/// local optima (Tabu), for few arcs are left by which it could get around them.
///
/// Tsamardinos, Brown and Aliferis 2006. It differs from hill climbing alone in that arcs between
/// variables that other ones separate are never tried, which costs tests and saves scores; and from
/// Pc in that directions come from a score and cannot contradict each other.
struct Mmhc {
    Mmpc candidates;
    Tabu climbing{.length = 100, .escapes = 15};

    friend bool operator==(const Mmhc&, const Mmhc&) = default;
};

/// Score and test are over the same variables. Throws ArgumentError where they are not, and what
/// max_min_parents_children() and tabu_search() throw. A search that is stopped among the tests
/// climbs with the candidates found so far, as far as its time allows.
LearnedStructure max_min_hill_climbing(const DecomposableScore& score, const IndependenceTest& test,
                                       const Constraints& constraints = {},
                                       const SearchControl& control = {}, const Mmhc& options = {});

}  // namespace pgm::learners
