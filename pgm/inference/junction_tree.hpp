#pragma once

#include <pgm/model/network.hpp>

#include <cstddef>

namespace pgm {

/// The size of a junction tree of the moral graph: how hard exact inference without evidence is,
/// where every continuous variable is observed and every distribution that is no table is
/// expanded into tables with hidden variables. Counts are doubles because for intractable networks
/// they exceed every integer.
struct JunctionTreeSize {
    std::size_t cliques = 0;  ///< maximal cliques of the triangulated moral graph
    double largest_clique_cells = 0;
    double total_cells = 0;  ///< sum over the maximal cliques
    double bytes = 0;        ///< of one double per cell
    /// The triangulation ended at a clique that no limit admits; the numbers above are of the
    /// cliques up to this one, and the whole tree is larger.
    bool is_lower_bound = false;
};

/// Size by the best of the engine's greedy triangulations. Allocates no more than the graph and its
/// cliques. Takes time proportional to the network as long as its cliques are small, and ends at
/// the first that is too large (EliminationOrder::is_cut_short).
JunctionTreeSize junction_tree_size(const BayesianNetwork& network);

}  // namespace pgm
