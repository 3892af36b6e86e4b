#include <learners/fit/estimator.hpp>

#include <algorithm>
#include <type_traits>

namespace pgm::learners {

namespace {

/// Appends the leaves of a tree, which may be const.
template <class Tree, class Leaf>
void append_leaves(Tree& tree, std::vector<Leaf*>& leaves) {
    std::visit(
        [&](auto& node) {
            using Node = std::remove_cvref_t<decltype(node)>;
            if constexpr (std::same_as<Node, Fit>)
                leaves.push_back(&node);
            else if constexpr (std::same_as<Node, Pool>)
                for (auto& member : node.members) append_leaves(member, leaves);
            else
                for (auto& candidate : node.candidates) append_leaves(candidate, leaves);
        },
        static_cast<std::conditional_t<std::is_const_v<Tree>, const AnyEstimator, AnyEstimator>&>(
            tree));
}

}  // namespace

std::vector<Fit*> leaves_of(Estimator& estimator) {
    std::vector<Fit*> leaves;
    append_leaves(estimator, leaves);
    return leaves;
}

std::vector<const Fit*> leaves_of(const Estimator& estimator) {
    std::vector<const Fit*> leaves;
    append_leaves(estimator, leaves);
    return leaves;
}

bool chooses_missing_cells(const Estimator& estimator) {
    return std::ranges::any_of(leaves_of(estimator), [](const Fit* leaf) {
        return leaf->missing_cells == MissingCells::automatic;
    });
}

}  // namespace pgm::learners
