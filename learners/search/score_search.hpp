#pragma once

#include <learners/independence/linear_relations.hpp>
#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pgm::learners {

/// The result of every search for a structure.
struct LearnedStructure {
    Dag dag;
    /// The sum of the scores of the families of `dag`, added in the order of the variables, but of
    /// those of determined columns, which have no density.
    double score = 0;
    /// True if the search was stopped: by SearchControl::proceed or by its time limit. `dag` is
    /// then the best structure found so far. It obeys the constraints in any case.
    bool partial = false;
    /// No structure that obeys the constraints scores more. Of Exact alone; the score itself where
    /// the search came to its end, null where it was stopped too early to have one.
    std::optional<double> bound = std::nullopt;
    /// Steps that changed the structure; what a step is depends on the algorithm.
    std::size_t iterations = 0;
    /// Columns that are linear functions of others, where the structure was learned from a table
    /// (learners/search/determined_columns.hpp).
    std::vector<LinearRelation> relations;

    friend bool operator==(const LearnedStructure&, const LearnedStructure&) = default;
};

/// Greedy hill climbing in the space of DAGs.
///
/// It begins with the required arcs alone and takes, again and again, the best addition, removal or
/// reversal of one arc, until none raises the score by more than rounding may. Such a structure may
/// have equivalent ones from which a move does lead on (Castelo and Kocka 2003), so edges are then
/// added to its class and removed from it as Ges does, and if that raises the score it climbs on.
/// A restart perturbs the best structure found by random changes and climbs again.
///
/// It differs from Tabu, which also goes on by worse moves, and from Ges and Boss, which do not
/// search DAGs one by one.
///
/// The gains of all arcs are kept; a move makes only those of the one or two children whose parents
/// it changed again. So a step costs n family scores for n variables, the start n^2, and the memory
/// is n^2 doubles.
struct HillClimbing {
    std::size_t restarts = 0;
    std::size_t perturbations = 0;  ///< random changes at a restart; 0: one per variable
    std::uint64_t seed = 0;

    friend bool operator==(const HillClimbing&, const HillClimbing&) = default;
};

/// Steps are moves. Ties are decided by the numbers of the variables. Throws ArgumentError for
/// constraints that contradict themselves or whose required parents have no finite score, and
/// TooLargeError, before the gains are allocated, for too many variables.
LearnedStructure hill_climbing(const DecomposableScore& score, const Constraints& constraints = {},
                               const SearchControl& control = {}, const HillClimbing& options = {});

/// Tabu search in the space of DAGs (Glover 1986).
///
/// It takes the same steps as HillClimbing, but at a local optimum it goes on with the best move
/// that there is, even a worse one, as long as that leads to none of the last `length` structures.
/// It ends after `escapes` moves in a row without a new best score.
struct Tabu {
    std::size_t length = 10;
    std::size_t escapes = 10;
    std::size_t restarts = 0;
    std::size_t perturbations = 0;  ///< random changes at a restart; 0: one per variable
    std::uint64_t seed = 0;

    friend bool operator==(const Tabu&, const Tabu&) = default;
};

/// Steps and errors are those of hill_climbing().
LearnedStructure tabu_search(const DecomposableScore& score, const Constraints& constraints = {},
                             const SearchControl& control = {}, const Tabu& options = {});

/// Greedy equivalence search (Chickering 2002, "Optimal structure identification with greedy
/// search").
///
/// It moves among Markov equivalence classes instead of DAGs: the forward phase adds one edge at a
/// time, the backward phase removes one at a time, always with the largest gain, and the phases
/// alternate as long as the score rises. With a score that is the same for equivalent DAGs (BIC,
/// BDeu) and consistent, it finds the true class as the number of rows grows.
///
/// Under constraints it moves among the classes that have a member which obeys them, and returns
/// one; among classes that the constraints divide, greedy search has no guarantee.
struct Ges {
    friend bool operator==(const Ges&, const Ges&) = default;
};

/// Steps are changes of one edge. Throws what hill_climbing() throws.
LearnedStructure greedy_equivalence_search(const DecomposableScore& score,
                                           const Constraints& constraints = {},
                                           const SearchControl& control = {},
                                           const Ges& options = {});

/// Best order score search (Andrews, Ramsey, Sanchez-Romero, Camchong and Kummerfeld 2023, "Fast
/// scalable and accurate discovery of DAGs using the best order score search and grow-shrink
/// trees").
///
/// An order of the variables has the score of the DAG in which every variable selects its parents
/// greedily from those before it. The search moves one variable after the other to its best place
/// in the order until no move raises the score; then the backward phase of greedy equivalence
/// search removes edges that are too many. What the selections compute is kept in one grow-shrink
/// tree per variable, so an order is scored by walks down trees, and every further start is cheap.
///
/// The paper leaves the first order open. Here the first start is an order of the result of Ges,
/// the second one of Tabu's; both results count, so from two starts on the score is never below
/// theirs. Further starts are in turn an order of the best structure so far in which some variables
/// are moved, and a random order. After removing edges, greedy equivalence search goes
/// on in both directions, and its result is the next order as long as that helps. Of each new best
/// structure a beam search then looks for parents that pay only together or in the place of others,
/// which all orders may use from then on.
struct Boss {
    /// Further starts after the first one. Null: 1 to 60 for a table (learn_structure()), fewer the
    /// more rows and columns it has, and none where it has no more rows than columns of numbers; of
    /// other scores 19 for up to 64 variables, 9 for up to 128, 2 for up to 256, 1 beyond.
    std::optional<std::size_t> restarts = std::nullopt;
    /// No further start after three in a row have gained less than this together, nor once ten
    /// times as many sets of parents have been grown as by the first one. Null: all starts are
    /// made. A table with columns of numbers has ln(n) / 2, what one parameter costs by BIC, unless
    /// restarts are given.
    std::optional<double> least_gain = std::nullopt;
    std::uint64_t seed = 0;

    friend bool operator==(const Boss&, const Boss&) = default;
};

/// Steps are moves of variables and changes of edges. Throws what hill_climbing() throws.
LearnedStructure boss(const DecomposableScore& score, const Constraints& constraints = {},
                      const SearchControl& control = {}, const Boss& options = {});

/// The structure of the best score of all, which is thereby proven.
///
/// With scores that have bounds (DecomposableScore::bounded_additions): the parents worth
/// considering are found by branch and bound (de Campos and Ji 2011), and the best acyclic choice
/// of them by another with bounds of cluster inequalities (Trosser, de Givry and Katsirelos 2021).
/// The former takes nearly all of the time, the more rows and variables there are and the weaker
/// they depend on each other, the longer.
///
/// With scores that have none, up to about 25 variables by dynamic programming over subsets
/// (Silander and Myllymaki 2006, "A simple approach for finding the globally optimal Bayesian
/// network structure"), which scores n 2^(n-1) families and keeps that many doubles, whatever the
/// data; beyond, in the first way, with a limit on the number of parents.
///
/// It begins with Boss, whose result is the answer when it is stopped; LearnedStructure::bound is
/// then how much more there may be.
struct Exact {
    /// Memory for scores and subsets.
    std::size_t max_bytes = std::size_t{4} << 30;
    Boss beginning{};

    friend bool operator==(const Exact&, const Exact&) = default;
};

/// Steps are nodes of the last branch and bound, or subsets of variables. Throws what
/// hill_climbing() throws, and TooLargeError, with the number of families, when the memory would
/// not do.
LearnedStructure exact_search(const DecomposableScore& score, const Constraints& constraints = {},
                              const SearchControl& control = {}, const Exact& options = {});

/// The forest of the best score: every variable has at most one parent.
///
/// With the log-likelihood this is the tree of Chow and Liu (1968), the maximum spanning tree of
/// the mutual information; with BIC, edges that do not pay for their parameters are missing.
/// Edmonds' algorithm for branchings (1967) finds it, under constraints too. Without constraints
/// and with a score that is the same for equivalent DAGs the directions are arbitrary.
///
/// (learners/structure/augmented_structures.hpp is the same tree as a classifier, rooted at its
/// class.)
struct ChowLiuTree {
    friend bool operator==(const ChowLiuTree&, const ChowLiuTree&) = default;
};

/// Throws what hill_climbing() throws, and ArgumentError where a variable has two required parents.
LearnedStructure chow_liu_tree(const DecomposableScore& score, const Constraints& constraints = {},
                               const SearchControl& control = {}, const ChowLiuTree& options = {});

}  // namespace pgm::learners
