#include <pgm/inference/detail/graph/forward_tables.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

class ForwardPlanner {
public:
    ForwardPlanner(const ContractionTree& tree, std::span<const char> sums_to_one,
                   std::span<const char> has_own_axis, ScopePool& pool,
                   std::pmr::memory_resource* memory)
        : tree_(tree), pool_(pool), own_(tree.nodes().size(), 0, memory), result_(memory) {
        result_.tables.resize(tree.nodes().size());
        for (std::uint32_t i = 0; i < tree.leaf_count(); ++i) {
            own_[i] = sums_to_one[i] ? has_own_axis[i] : never;
            store_own(i, own_[i] == 0 ? PlanScope{} : tree.node(i).scope);
            result_.tables[i].is_one = own_[i] == 0;
        }
    }

    ForwardTables plan() {
        for (auto i = static_cast<std::uint32_t>(tree_.leaf_count()); i < tree_.nodes().size();
             ++i) {
            count_own_variables(i);
            if (own_[i] == 0) {
                result_.tables[i].is_one = true;
            } else {
                store(i);
            }
        }
        return std::move(result_);
    }

private:
    const ContractionTree::Node& node(std::uint32_t i) const { return tree_.node(i); }
    const ForwardTables::Table& table(std::uint32_t i) const { return result_.tables[i]; }

    /// Whatever is reduced at a node is one of its own variables, since the variable's own table is
    /// below it.
    void count_own_variables(std::uint32_t i) {
        const std::uint32_t left = node(i).left, right = node(i).right;
        const bool alone = right == ContractionTree::none;
        if (own_[left] == never || (!alone && own_[right] == never)) {
            own_[i] = never;
            return;
        }
        const PlanScope a = node(left).scope, b = alone ? PlanScope{} : node(right).scope;
        own_[i] = own_[left] + (alone ? 0 : own_[right]) -
                  static_cast<int>(union_size(a, b) - node(i).scope.size());
    }

    static std::size_t union_size(PlanScope a, PlanScope b) {
        std::size_t size = 0;
        walk_union(a, b, [&](std::uint32_t, bool, bool) { ++size; });
        return size;
    }

    void store_own(std::uint32_t i, PlanScope scope) { result_.tables[i] = {scope, false, i}; }

    bool is_whole(std::uint32_t i) const {
        return i == ContractionTree::none || table(i).scope.size() == node(i).scope.size();
    }

    void store(std::uint32_t i) {
        const std::uint32_t left = node(i).left, right = node(i).right;
        if (is_whole(left) && is_whole(right)) {
            store_own(i, node(i).scope);
            result_.multiplications += node(i).loop_cells;
            return;
        }
        const bool has_left = !table(left).is_one,
                   has_right = right != ContractionTree::none && !table(right).is_one;
        const std::uint32_t only = has_left ? left : right;
        const PlanScope meeting = has_left && has_right
                                      ? pool_.unite(table(left).scope, table(right).scope)
                                      : table(only).scope;
        const PlanScope kept = pool_.intersect(meeting, node(i).scope);
        if (!(has_left && has_right) && kept.size() == meeting.size()) {
            result_.tables[i] = {meeting, false, table(only).same_as};
            return;
        }
        store_own(i, kept);
        result_.multiplications += tree_.cells(meeting);
    }

    static constexpr int never = 1 << 20;

    const ContractionTree& tree_;
    ScopePool& pool_;
    /// Per node: its own variables that are not summed out yet; `never` where sums do not give 1.
    std::pmr::vector<int> own_;
    ForwardTables result_;
};

}  // namespace

ForwardTables plan_forward(const ContractionTree& tree, std::span<const char> sums_to_one,
                           std::span<const char> has_own_axis, ScopePool& pool,
                           std::pmr::memory_resource* memory) {
    return ForwardPlanner(tree, sums_to_one, has_own_axis, pool, memory).plan();
}

}  // namespace pgm::detail
