#pragma once

#include <learners/independence/independence_test.hpp>
#include <learners/score/data_score.hpp>
#include <learners/score/decomposable_score.hpp>
#include <learners/score/score.hpp>
#include <learners/search/constraint_search.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/determined_columns.hpp>
#include <learners/search/score_search.hpp>
#include <learners/search/search_control.hpp>
#include <learners/words/word_table.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace pgm::learners {

/// The algorithms that search for a structure, each with its options.
///
/// | word       | type         | decides by      | searches                                    |
/// |------------|--------------|-----------------|---------------------------------------------|
/// | `hc`       | HillClimbing | score           | DAGs, one arc at a time                     |
/// | `tabu`     | Tabu         | score           | the same, beyond local optima               |
/// | `ges`      | Ges          | score           | equivalence classes, one edge at a time     |
/// | `boss`     | Boss         | score           | orders of variables, equivalence classes    |
/// | `exact`    | Exact        | score           | all DAGs; a few dozen variables             |
/// | `chow-liu` | ChowLiuTree  | score           | forests                                     |
/// | `mmhc`     | Mmhc         | tests and score | DAGs of the arcs that tests leave           |
/// | `pc`       | Pc           | tests           | the class that tests of independence leave  |
using SearchAlgorithm = std::variant<HillClimbing, Tabu, Ges, Boss, Exact, ChowLiuTree, Mmhc, Pc>;

/// The algorithm of a word of the table, with default options. Throws ArgumentError that lists the
/// words.
SearchAlgorithm parse_search_algorithm(std::string_view word);

/// The word of the table.
std::string format(const SearchAlgorithm& algorithm);

/// The criterion of an algorithm: a score, which may be given alone, and for those that ask tests a
/// test over the same variables. Refers to both.
struct SearchCriteria {
    SearchCriteria(const DecomposableScore& by_score) : score(&by_score) {}
    SearchCriteria(const DecomposableScore& by_score, const IndependenceTest& by_test)
        : score(&by_score), test(&by_test) {}

    const DecomposableScore* score;
    const IndependenceTest* test = nullptr;
};

/// Learns a structure by whichever of them. Of Pc it is the DAG of its class, with the score of
/// that. Throws what they throw, and ArgumentError where Mmhc or Pc is given no test.
LearnedStructure learn_structure(const SearchCriteria& criteria, const SearchAlgorithm& algorithm,
                                 const Constraints& constraints = {},
                                 const SearchControl& control = {});

/// Options of learning a structure from a table.
struct StructureLearning {
    SearchAlgorithm algorithm = Boss{};
    Score score = BicScore{};
    /// The test of Mmhc and Pc; null: the default_statistic() of the table.
    std::optional<TestStatistic> test;
    Constraints constraints;
    /// The noise of regressions that discrete columns have on continuous parents; null: they have
    /// none (DataScoreOptions::continuous_parents).
    std::optional<Noise::Kind> continuous_parents = std::nullopt;
    /// As DataScoreOptions::max_kept_bytes; scores that are remembered may take as much, about.
    std::size_t max_kept_bytes = DataScoreOptions{}.max_kept_bytes;
};

/// Learns from a table, or with SearchControl::exchange from a shard of one of discrete columns, by
/// scores: variable i is column i. Chow and Liu's tree is that of the largest likelihood; the score
/// of the result is `learning.score` in any case. Columns that are linear functions of others are
/// modelled as such (learners/search/determined_columns.hpp), and the result lists their relations.
/// Throws what DataScore, data_test() and DeterminedColumns throw besides, and ArgumentError where
/// Mmhc or Pc would have to weigh a column that depends on more columns than it may have parents,
/// and for missing values where it goes by a score, as all but Pc do: learn_incomplete()
/// (learners/unobserved) takes such tables.
LearnedStructure learn_structure(const Dataset& data, const StructureLearning& learning = {},
                                 const SearchControl& control = {});

/// The columns that learn_structure() takes out of this search. Throws what it throws for them.
DeterminedColumns determined_columns(const Dataset& data, const StructureLearning& learning);

}  // namespace pgm::learners
