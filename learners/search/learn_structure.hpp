#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/boss.hpp>
#include <learners/search/chow_liu_tree.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/exact.hpp>
#include <learners/search/ges.hpp>
#include <learners/search/hill_climbing.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/search_control.hpp>
#include <learners/search/tabu.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace pgm::learners {

/// The algorithms that search for a structure by a score, each with its options.
///
/// | word       | type         | searches                                                    |
/// |------------|--------------|-------------------------------------------------------------|
/// | `hc`       | HillClimbing | DAGs, one arc at a time                                     |
/// | `tabu`     | Tabu         | the same, beyond local optima                               |
/// | `ges`      | Ges          | equivalence classes of DAGs, one edge at a time             |
/// | `boss`     | Boss         | orders of the variables, then equivalence classes           |
/// | `exact`    | Exact        | all DAGs; a few dozen variables                             |
/// | `chow-liu` | ChowLiuTree  | forests                                                     |
using SearchAlgorithm = std::variant<HillClimbing, Tabu, Ges, Boss, Exact, ChowLiuTree>;

/// The algorithm of a word, with default options. Throws ArgumentError that lists the words.
SearchAlgorithm parse_search_algorithm(std::string_view word);

/// The word of the table.
std::string format(const SearchAlgorithm& algorithm);

/// Learns a structure by whichever of them. Throws what they throw.
LearnedStructure learn_structure(const DecomposableScore& score, const SearchAlgorithm& algorithm,
                                 const Constraints& constraints = {},
                                 const SearchControl& control = {});

}  // namespace pgm::learners
