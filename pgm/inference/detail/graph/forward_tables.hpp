#pragma once

#include <pgm/inference/detail/graph/contraction_tree.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// The tables of a contraction tree as far as they have to be computed on the way forward.
///
/// A product of tables P(v | parents) with some of their variables summed out is P(rest | parents),
/// and once all of its own variables are gone it is 1, whatever the parents are: a *barren* part of
/// the network (Shachter 1986), which adds nothing to P(e). It is not computed. But the posteriors
/// within it are still asked for, so the node keeps its scope, which the way back needs: the
/// variables that the barren part depends on must meet in the derivative that comes down to it.
/// Hence a node has two scopes: the one in the tree, and that of the table which is stored for it,
/// over the axes it depends on only.
struct ForwardTables {
    struct Table {
        PlanScope scope;      ///< the axes stored, a subset of the node's
        bool is_one = false;  ///< 1 everywhere: nothing is stored
        /// The node whose table this one is, itself for a table of its own.
        std::uint32_t same_as = ContractionTree::none;
    };

    explicit ForwardTables(std::pmr::memory_resource* memory) : tables(memory) {}

    std::pmr::vector<Table> tables;  ///< per node of the tree
    double multiplications = 0;
};

/// `sums_to_one` says which leaves are distributions of a variable of the tree given others, so
/// that summing over it gives 1; `has_own_axis` which of those have that variable as an axis. (The
/// others, whose variable has one state left, are 1 to begin with.) Only for trees that reduce by
/// sums. Scopes that are not the tree's come to lie in `pool`.
ForwardTables plan_forward(const ContractionTree& tree, std::span<const char> sums_to_one,
                           std::span<const char> has_own_axis, ScopePool& pool,
                           std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}  // namespace pgm::detail
