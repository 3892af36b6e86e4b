#pragma once

#include <pgm/inference/detail/contraction/scope_pool.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// The symbolic stage of a plan: which tables are multiplied with which, and where each variable is
/// summed out. Knows scopes and sizes, no numbers.
///
/// Variables are named by their *position* in the elimination order, so that a sorted scope lists
/// the variable eliminated first at its front. Every table of a plan stores its axes in that order,
/// the first eliminated outermost (slowest). Tables that meet therefore agree on the order of their
/// axes.
///
/// The tree is binary (bucket elimination, Dechter 1999, with each bucket's product taken
/// pairwise): an inner node is
///
///     node = reduce over the variables of (left union right) \ scope   left * right
///
/// where reduce is a sum, or a maximum for the variables of the maximised stage. A variable that
/// only one table mentions is reduced where that table is made.
class ContractionTree {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Node {
        PlanScope scope;
        std::uint32_t left = none;   ///< none for a leaf
        std::uint32_t right = none;  ///< none where `left` alone is reduced
        bool maximise = false;       ///< reduce by maximum instead of sum
        double cells = 1;            ///< of the scope
        double loop_cells = 0;       ///< multiplications of making it; 0 for a leaf

        bool is_leaf() const { return left == none; }
    };

    /// `leaves` are the scopes of the given tables, `cardinalities` belongs to positions, the first
    /// `eliminated` positions are reduced, and those from `first_maximised` on by maximum. What is
    /// not eliminated remains in the root. The scopes of inner nodes come to lie in `pool`; it, the
    /// given scopes and the cardinalities must outlive the tree.
    ContractionTree(std::span<const PlanScope> leaves, std::span<const std::uint32_t> cardinalities,
                    std::uint32_t eliminated, std::uint32_t first_maximised, ScopePool& pool,
                    std::pmr::memory_resource* memory = std::pmr::get_default_resource());

    /// The leaves as they were given, then the inner nodes, children before parents.
    std::span<const Node> nodes() const { return nodes_; }
    const Node& node(std::uint32_t i) const { return nodes_[i]; }
    std::size_t leaf_count() const { return leaf_count_; }
    std::span<const std::uint32_t> cardinalities() const { return cardinalities_; }
    double cells(PlanScope scope) const;

    /// The tables left at the end. When everything was eliminated: one scalar per connected
    /// component. Otherwise exactly one node holds all positions that were kept (in the product of
    /// all tables that mention them), and the scalars of the other components come after it.
    std::span<const std::uint32_t> roots() const { return roots_; }

    /// The node where a position is reduced; none for what is kept.
    std::uint32_t eliminated_at(std::uint32_t position) const { return eliminated_at_[position]; }

private:
    friend class TreeBuilder;

    std::pmr::vector<Node> nodes_;
    std::size_t leaf_count_;
    std::span<const std::uint32_t> cardinalities_;
    std::pmr::vector<std::uint32_t> eliminated_at_;
    std::pmr::vector<std::uint32_t> roots_;
};

}  // namespace pgm::detail
