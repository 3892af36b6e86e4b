#pragma once

#include <pgm/model/network.hpp>

#include <cstddef>

namespace pgm {

/// The size of a junction tree of the moral graph: how hard exact inference without evidence is. Counts are doubles because for
/// intractable networks they exceed every integer.
struct JunctionTreeSize {
    std::size_t cliques = 0;         ///< maximal cliques of the triangulated moral graph
    double largest_clique_cells = 0;
    double total_cells = 0;          ///< sum over the maximal cliques
    double bytes = 0;                ///< of one double per cell
};

/// By the best of the engine's greedy triangulations. Nothing is allocated beyond the graph.
JunctionTreeSize junction_tree_size(const BayesianNetwork& network);

}  // namespace pgm
