#pragma once

#include <pgm/inference/detail/graph/forward_tables.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// The symbolic backward pass: which derivatives a set of marginals needs, and from which table
/// each marginal is read.
///
/// The derivative of P(e) with respect to a table T of the tree, dT, is the table of everything
/// else: P(x, e) = sum T dT over all axes but x (Darwiche 2003). It is computed from the parent's,
/// dT = reduce dParent * sibling, and stored over the axes it depends on only, a subset of T's;
/// where the sibling is 1 and no axis goes, it is the parent's.
struct Derivatives {
    static constexpr std::uint32_t none = ContractionTree::none;

    explicit Derivatives(std::pmr::memory_resource* memory)
        : needed(memory), read_from(memory), scope(memory) {}

    std::pmr::vector<char> needed;  ///< per node: its derivative must be computed
    /// Per position: the node whose table and derivative give the marginal; none when not asked
    /// for.
    std::pmr::vector<std::uint32_t> read_from;
    std::pmr::vector<PlanScope> scope;  ///< per node, where needed: the axes of its derivative
    double multiplications = 0;

    /// True if a child's derivative is its parent's, nothing computed: the sibling is none, or 1,
    /// and the same axes are left.
    bool is_that_of_parent(const ForwardTables& forward, std::uint32_t child, std::uint32_t parent,
                           std::uint32_t sibling) const {
        return sibling == none ||
               (forward.tables[sibling].is_one && scope[child].size() == scope[parent].size());
    }
};

/// `wanted[p]` says whether the marginal of position p is asked for, `leaves` whether the
/// derivatives of all leaves are needed. All positions must be eliminated by sums. The scopes come
/// to lie in `pool`, or are those of the tables.
Derivatives plan_derivatives(const ContractionTree& tree, const ForwardTables& forward,
                             std::span<const char> wanted, bool leaves, ScopePool& pool,
                             std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}  // namespace pgm::detail
