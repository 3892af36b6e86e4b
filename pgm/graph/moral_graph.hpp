#pragma once

#include <pgm/graph/dag.hpp>

#include <boost/graph/adjacency_list.hpp>

namespace pgm {

/// A simple undirected graph over the same vertices as a Dag, open to every algorithm of the Boost
/// Graph Library.
using UndirectedGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

/// The moral graph: the arcs without their direction, and an edge between every two parents of a
/// common child ("married", Lauritzen and Spiegelhalter 1988). Each table's variables form a clique
/// in it, hence it is what exact inference triangulates, and the neighbours of a vertex are its
/// Markov blanket. Separation in the moral graph of the ancestral set of X, Y and Z is d-separation
/// (Lauritzen et al. 1990); in the moral graph of everything it is only sufficient.
///
/// Time and size are quadratic in the largest number of parents, linear in the rest.
UndirectedGraph moral_graph(const Dag& dag);

}  // namespace pgm
