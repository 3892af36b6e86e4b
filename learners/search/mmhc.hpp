#pragma once

#include <learners/independence/independence_test.hpp>
#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/hill_climbing.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/mmpc.hpp>
#include <learners/search/search_control.hpp>

namespace pgm::learners {

/// Max-min hill climbing: tests of independence say which pairs may be joined (Mmpc), hill climbing
/// on a score chooses among the arcs between these (HillClimbing).
///
/// Tsamardinos, Brown and Aliferis 2006. It differs from hill climbing alone in that arcs between
/// variables that other ones separate are never tried, which costs tests and saves scores; and from
/// Pc in that directions come from a score and cannot contradict each other.
struct Mmhc {
    Mmpc candidates;
    HillClimbing climbing;

    friend bool operator==(const Mmhc&, const Mmhc&) = default;
};

/// Score and test are over the same variables. Throws ArgumentError where they are not, and what
/// max_min_parents_children() and hill_climbing() throw. A search that is stopped among the tests
/// climbs with the candidates found so far, as far as its time allows.
LearnedStructure max_min_hill_climbing(const DecomposableScore& score, const IndependenceTest& test,
                                       const Constraints& constraints = {},
                                       const SearchControl& control = {}, const Mmhc& options = {});

}  // namespace pgm::learners
