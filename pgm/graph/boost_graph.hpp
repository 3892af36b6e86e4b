#pragma once

#include <boost/graph/adjacency_list.hpp>

namespace pgm {

/// The type of a Dag in the Boost Graph Library: a directed graph whose vertices know their parents
/// as well as their children. Programs that run an algorithm of the BGL on Dag::boost_graph()
/// include this header. It is separate from dag.hpp because Boost.Graph takes longer to compile
/// than all headers of pgm together.
struct BoostGraph : boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS> {
    using adjacency_list::adjacency_list;
};

}  // namespace pgm
