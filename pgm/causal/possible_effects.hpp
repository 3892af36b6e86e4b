#pragma once

#include <pgm/causal/effect.hpp>
#include <pgm/graph/equivalence.hpp>

#include <vector>

namespace pgm {

/// Effects where the directions of some arcs are open, as in a structure that was learned from
/// data: data alone determine a graph up to Markov equivalence, and X -> Y and X <- Y fit alike.
///
/// Every member of the class has an effect of its own, which depends on the parents of X alone:
/// P(Y | do(X)) is the adjustment for these, and P(Y) if Y is one of them. So it is enough to go
/// through the possible sets of parents (IDA: Maathuis, Kalisch and Buehlmann 2009, "Estimating
/// high-dimensional intervention effects from observational data", Annals of Statistics 37). All
/// variables have to be observed.

/// The sets of parents that a variable has in the members of a class, each ascending: the parents
/// that it has in all of them, with neighbours that are adjacent to each other (two that are not
/// would be a new v-structure). Throws TooLargeError for more than `most` neighbours to choose
/// from, and ArgumentError for a vertex that the graph does not have.
std::vector<std::vector<VariableId>> possible_parents(const Cpdag& graph, VariableId variable,
                                                      std::size_t most = 20);

/// The effects in the members of a class, one for each set of possible parents, which is the set
/// `adjusted_for`. Sets and instruments are not listed. Throws as possible_parents() does.
std::vector<EffectAnalysis> possible_effects(const Cpdag& graph, const EffectQuestion& question);

}  // namespace pgm
