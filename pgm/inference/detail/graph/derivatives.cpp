#include <pgm/inference/detail/graph/derivatives.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

class DerivativePlanner {
public:
    DerivativePlanner(const ContractionTree& tree, const ForwardTables& forward,
                      std::span<const char> wanted, bool leaves, ScopePool& pool,
                      std::pmr::memory_resource* memory)
        : tree_(tree),
          pool_(pool),
          forward_(forward),
          wanted_(wanted),
          leaves_(leaves),
          parent_(tree.nodes().size(), ContractionTree::none, memory),
          least_cells_(tree.cardinalities().size(), infinity, memory),
          result_(memory) {
        result_.needed.assign(tree.nodes().size(), 0);
        result_.read_from.assign(tree.cardinalities().size(), ContractionTree::none);
        result_.scope.resize(tree.nodes().size());
    }

    Derivatives plan() {
        find_parents();
        for (std::uint32_t i = 0; leaves_ && i < tree_.leaf_count(); ++i) need(i);
        for (std::uint32_t p = 0; p < wanted_.size(); ++p) {
            if (wanted_[p] && tree_.eliminated_at(p) != ContractionTree::none)
                need(tree_.eliminated_at(p));
        }
        read_from_needed();
        for (std::uint32_t p = 0; p < wanted_.size(); ++p) {
            if (wanted_[p] && result_.read_from[p] == ContractionTree::none) read_from_operand(p);
        }
        find_scopes();
        return std::move(result_);
    }

private:
    const ContractionTree::Node& node(std::uint32_t i) const { return tree_.node(i); }

    void find_parents() {
        for (auto i = static_cast<std::uint32_t>(tree_.leaf_count()); i < tree_.nodes().size();
             ++i) {
            for (const std::uint32_t child : {node(i).left, node(i).right}) {
                if (child != ContractionTree::none) parent_[child] = i;
            }
        }
    }

    /// A derivative needs those of all ancestors.
    void need(std::uint32_t i) {
        for (; i != ContractionTree::none && !result_.needed[i]; i = parent_[i])
            result_.needed[i] = 1;
    }

    /// The smallest table wins, the first of several.
    void offer(std::uint32_t p, std::uint32_t i) {
        const bool better = node(i).cells < least_cells_[p];
        least_cells_[p] = better ? node(i).cells : least_cells_[p];
        result_.read_from[p] = better ? i : result_.read_from[p];
    }

    /// A table whose derivative is there anyway.
    void read_from_needed() {
        for (std::uint32_t i = 0; i < tree_.nodes().size(); ++i) {
            if (!result_.needed[i]) continue;
            for (const std::uint32_t p : node(i).scope) offer(p, i);
        }
        for (std::uint32_t p = 0; p < wanted_.size(); ++p) {
            if (!wanted_[p]) result_.read_from[p] = ContractionTree::none;
        }
    }

    /// Otherwise one of the two tables that met where the variable was eliminated.
    void read_from_operand(std::uint32_t p) {
        const ContractionTree::Node& last = node(tree_.eliminated_at(p));
        for (const std::uint32_t child : {last.left, last.right}) {
            if (child != ContractionTree::none && std::ranges::binary_search(node(child).scope, p))
                offer(p, child);
        }
        need(result_.read_from[p]);
    }

    void find_scopes() {
        for (auto i = static_cast<std::uint32_t>(tree_.nodes().size()); i-- > tree_.leaf_count();) {
            if (!result_.needed[i]) continue;
            const ContractionTree::Node& parent = node(i);
            for (const auto& [child, other] :
                 {std::pair{parent.left, parent.right}, std::pair{parent.right, parent.left}}) {
                if (child == ContractionTree::none || !result_.needed[child]) continue;
                if (other == ContractionTree::none) {
                    result_.scope[child] = result_.scope[i];
                    continue;
                }
                const PlanScope meeting =
                    forward_.tables[other].is_one
                        ? result_.scope[i]
                        : pool_.unite(result_.scope[i], forward_.tables[other].scope);
                result_.scope[child] = pool_.intersect(node(child).scope, meeting);
                if (!result_.is_that_of_parent(forward_, child, i, other))
                    result_.multiplications += tree_.cells(meeting);
            }
        }
        for (const std::uint32_t source : result_.read_from)
            result_.multiplications += source == ContractionTree::none ? 0 : node(source).cells;
    }

    const ContractionTree& tree_;
    ScopePool& pool_;
    const ForwardTables& forward_;
    std::span<const char> wanted_;
    bool leaves_;
    std::pmr::vector<std::uint32_t> parent_;
    std::pmr::vector<double> least_cells_;  ///< per position, of the table that read_from names
    Derivatives result_;
};

}  // namespace

Derivatives plan_derivatives(const ContractionTree& tree, const ForwardTables& forward,
                             std::span<const char> wanted, bool leaves, ScopePool& pool,
                             std::pmr::memory_resource* memory) {
    return DerivativePlanner(tree, forward, wanted, leaves, pool, memory).plan();
}

}  // namespace pgm::detail
