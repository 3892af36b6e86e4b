#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/detail/bit_matrix.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pgm::learners::detail {

/// The grow-shrink tree of one variable (Andrews et al. 2023): all that greedy selection of its
/// parents has ever computed, so that it costs a walk down a tree the next time.
///
/// Selection from a set of candidates grows: it adds the candidate that raises the score most,
/// again and again; then it shrinks: it takes away the parent whose removal raises the score most.
/// A node is a sequence of added parents; its branches are the candidates that raise the score, the
/// best first. A walk takes the first branch whose variable is in the set. Hence the branches
/// before it are not in the set, and need not be tried further down.
///
/// Not for two threads at once: a walk makes the nodes that it is the first to need.
class GrowShrinkTree {
public:
    /// Refers to the score and the constraints.
    GrowShrinkTree(const DecomposableScore& score, const AllowedArcs& allowed, VariableId child);

    /// The score of the parents that are selected from `candidates` and the required parents.
    double score(BitRow candidates) {
        const double selected = nodes_[shrunk_node(candidates)].shrunk_score;
        const AddedSet* const added = best_added(candidates);
        return added != nullptr && added->score > selected ? added->score : selected;
    }
    /// The parents chosen from the candidates, in ascending order.
    std::vector<VariableId> parents(BitRow candidates);

    /// Adds parents, ascending, that selection would not find: from now on they are selected
    /// wherever they are among the candidates and better. They include the required ones.
    void add(std::vector<VariableId> parents);

    /// Number of sequences of parents that walks have come to.
    std::size_t nodes() const { return nodes_.size(); }

    /// Makes the first node, which all walks need.
    void plant() { grow(0); }

private:
    struct Branch {
        std::uint32_t variable = 0;
        std::optional<std::uint32_t> node;
        double score = 0;
    };
    struct Node {
        std::optional<std::uint32_t> above;
        std::uint32_t branch = 0;  ///< of the node above that leads here
        double score = 0;          ///< of the required parents and all that were added
        bool grown = false;
        bool shrunk = false;
        double shrunk_score = 0;
        std::vector<Branch> branches;
        std::vector<VariableId> removed;
    };

    struct AddedSet {
        std::vector<VariableId> parents;
        double score = 0;
    };

    /// Null where no added set is among the candidates.
    const AddedSet* best_added(BitRow candidates) const;
    std::uint32_t shrunk_node(BitRow candidates);
    void grow(std::uint32_t node);
    void shrink(std::uint32_t node);
    std::vector<VariableId> parents_at(std::uint32_t node) const;
    /// Variables that no walk through the node can add: its parents and what was passed over.
    std::vector<std::uint64_t> settled_at(std::uint32_t node) const;
    std::uint32_t node_below(std::uint32_t node, std::uint32_t branch);

    const DecomposableScore& score_;
    const AllowedArcs& allowed_;
    VariableId child_;
    std::vector<VariableId> required_;
    std::vector<Node> nodes_;
    std::vector<AddedSet> added_;  ///< the best first
};

}  // namespace pgm::learners::detail
