#pragma once

#include <boost/graph/adjacency_list.hpp>

namespace pgm {

class Dag;

/// The type of a Dag in the Boost Graph Library: a directed graph whose vertices list their parents
/// as well as their children. Programs that run an algorithm of the BGL on Dag::boost_graph()
/// include this header. It is separate from dag.hpp because Boost.Graph takes longer to compile
/// than all headers of pgm together.
struct BoostGraph : boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS> {
    using adjacency_list::adjacency_list;
};

/// A simple undirected graph over the vertices of a Dag, for the algorithms of the Boost Graph
/// Library.
using UndirectedGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

/// The moral graph: the arcs without their direction, and an edge between every two parents of a
/// common child ("married", Lauritzen and Spiegelhalter 1988). The variables of each table form a
/// clique in it, so exact inference triangulates this graph, and the neighbours of a vertex are its
/// Markov blanket. Separation in the moral graph of the ancestral set of X, Y and Z is equivalent
/// to d-separation (Lauritzen et al. 1990); separation in the moral graph of all variables only
/// implies it.
///
/// Time and size are quadratic in the largest number of parents and linear in the rest.
UndirectedGraph moral_graph(const Dag& dag);

}  // namespace pgm
