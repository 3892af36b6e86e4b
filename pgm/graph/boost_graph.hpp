#pragma once

#include <boost/graph/adjacency_list.hpp>

namespace pgm {

/// What a Dag is to the Boost Graph Library: directed, and each vertex knows its parents as well as
/// its children. A header of its own, since Boost.Graph takes longer to compile than all of pgm's
/// headers together; programs that run an algorithm of the BGL on Dag::boost_graph() include it.
struct BoostGraph : boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS> {
    using adjacency_list::adjacency_list;
};

}  // namespace pgm
