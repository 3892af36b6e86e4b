#include <pgm/inference/detail/graph/contraction_tree.hpp>

#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>
#include <compare>
#include <limits>

namespace pgm::detail {

double ContractionTree::cells(PlanScope scope) const {
    double product = 1;
    for (const std::uint32_t p : scope) product *= cardinalities_[p];
    return product;
}

class TreeBuilder {
public:
    TreeBuilder(ContractionTree& tree, std::uint32_t eliminated, std::uint32_t first_maximised,
                ScopePool& pool, std::pmr::memory_resource* memory)
        : tree_(tree),
          pool_(pool),
          eliminated_(eliminated),
          first_maximised_(first_maximised),
          buckets_(eliminated + 1, memory),
          waiting_(memory),
          operands_(memory) {
        tree_.nodes_.reserve(3 * tree_.leaf_count_ + 1);
        waiting_.reserve(3 * tree_.leaf_count_ + 1);
    }

    void build() {
        for (std::uint32_t leaf = 0; leaf < tree_.leaf_count_; ++leaf) {
            tree_.nodes_[leaf].cells = tree_.cells(tree_.nodes_[leaf].scope);
            file(leaf);
        }
        for (std::uint32_t position = 0; position < eliminated_; ++position) {
            collect(position);
            if (operands_.empty())
                continue;  // cannot happen for variables of a network, each has a table
            reduce_all_but_two();
            const std::uint32_t made = operands_.size() == 1
                                           ? reduce_alone(operands_[0], position)
                                           : reduce_pair(operands_[0], operands_[1], position);
            tree_.eliminated_at_[position] = made;
            file(made);
        }
        finish();
    }

private:
    /// The tables that wait for one position: a chain through `waiting_`, in the order in which
    /// they came.
    struct Bucket {
        std::uint32_t first = ContractionTree::none, last = ContractionTree::none;
    };
    struct Waiting {
        std::uint32_t next = ContractionTree::none;
        std::uint32_t arrival = 0;
    };

    const ContractionTree::Node& node(std::uint32_t i) const { return tree_.nodes_[i]; }

    double union_cells(std::uint32_t a, std::uint32_t b) const {
        double product = node(a).cells;
        walk_union(node(a).scope, node(b).scope, [&](std::uint32_t position, bool in_a, bool) {
            product *= in_a ? 1.0 : static_cast<double>(tree_.cardinalities_[position]);
        });
        return product;
    }

    /// Puts a node where it is needed next: the bucket of the first variable in its scope, or the
    /// rest.
    void file(std::uint32_t i) {
        waiting_.resize(tree_.nodes_.size());
        waiting_[i] = {ContractionTree::none, arrivals_++};
        const PlanScope scope = node(i).scope;
        Bucket& bucket =
            buckets_[scope.empty() ? eliminated_ : std::min(scope.front(), eliminated_)];
        (bucket.first == ContractionTree::none ? bucket.first : waiting_[bucket.last].next) = i;
        bucket.last = i;
    }

    void collect(std::uint32_t position) {
        operands_.clear();
        for (std::uint32_t i = buckets_[position].first; i != ContractionTree::none;
             i = waiting_[i].next)
            operands_.push_back(i);
    }

    std::uint32_t add(std::uint32_t left, std::uint32_t right, PlanScope scope, bool maximise) {
        const double loop_cells =
            right == ContractionTree::none ? node(left).cells : union_cells(left, right);
        ContractionTree::Node& made = tree_.nodes_.emplace_back();
        made.scope = scope;
        made.left = left;
        made.right = right;
        made.maximise = maximise;
        made.cells = tree_.cells(scope);
        made.loop_cells = loop_cells;
        return static_cast<std::uint32_t>(tree_.nodes_.size() - 1);
    }

    std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
        return add(a, b, pool_.unite(node(a).scope, node(b).scope), false);
    }

    /// The variable eliminated now is always the first.
    std::uint32_t reduce_pair(std::uint32_t a, std::uint32_t b, std::uint32_t position) {
        return add(a, b, pool_.unite(node(a).scope, node(b).scope).subspan(1),
                   position >= first_maximised_);
    }

    /// One table alone: reduce it where it is made, unless it is a leaf or was reduced in the other
    /// way.
    std::uint32_t reduce_alone(std::uint32_t a, std::uint32_t position) {
        const bool maximise = position >= first_maximised_;
        ContractionTree::Node& made = tree_.nodes_[a];
        const bool reduces = !made.is_leaf() && made.loop_cells > made.cells;
        if (made.is_leaf() || (reduces && made.maximise != maximise))
            return add(a, ContractionTree::none, made.scope.subspan(1), maximise);
        made.maximise = maximise;
        made.scope = made.scope.subspan(1);
        made.cells = tree_.cells(made.scope);
        return a;
    }

    void reduce_all_but_two() {
        if (operands_.size() > 2) merge_equal_scopes();
        while (operands_.size() > 2) {
            const auto [i, j] = operands_.size() <= cost_model::most_operands_compared
                                    ? cheapest_pair()
                                    : cheapest_partner_of_smallest();
            operands_[i] = multiply(operands_[i], operands_[j]);
            operands_.erase(operands_.begin() + static_cast<std::ptrdiff_t>(j));
        }
    }

    bool comes_before(std::uint32_t a, std::uint32_t b) const {
        const auto order = std::lexicographical_compare_three_way(
            node(a).scope.begin(), node(a).scope.end(), node(b).scope.begin(), node(b).scope.end());
        return order < 0 || (order == 0 && waiting_[a].arrival < waiting_[b].arrival);
    }

    /// Thousands of features of one class have thousands of tables over the class alone: a balanced
    /// product of them, before anything quadratic.
    void merge_equal_scopes() {
        std::ranges::sort(operands_,
                          [&](std::uint32_t a, std::uint32_t b) { return comes_before(a, b); });
        for (std::size_t merged = 1; merged > 0;) {
            merged = 0;
            std::size_t left = 0;
            for (std::size_t i = 0; i < operands_.size(); ++i) {
                const bool equal_to_next =
                    i + 1 < operands_.size() &&
                    std::ranges::equal(node(operands_[i]).scope, node(operands_[i + 1]).scope);
                if (equal_to_next && operands_.size() - merged > 2) {
                    operands_[left++] = multiply(operands_[i], operands_[i + 1]);
                    ++i;
                    ++merged;
                } else {
                    operands_[left++] = operands_[i];
                }
            }
            operands_.resize(left);
        }
    }

    std::pair<std::size_t, std::size_t> cheapest_pair() const {
        std::pair<std::size_t, std::size_t> best{0, 1};
        double fewest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < operands_.size(); ++i) {
            for (std::size_t j = i + 1; j < operands_.size(); ++j) {
                const double size = union_cells(operands_[i], operands_[j]);
                if (size < fewest) {
                    fewest = size;
                    best = {i, j};
                }
            }
        }
        return best;
    }

    std::pair<std::size_t, std::size_t> cheapest_partner_of_smallest() const {
        std::size_t smallest = 0;
        for (std::size_t i = 1; i < operands_.size(); ++i) {
            if (node(operands_[i]).cells < node(operands_[smallest]).cells) smallest = i;
        }
        std::size_t partner = smallest == 0 ? 1 : 0;
        for (std::size_t i = 0; i < operands_.size(); ++i) {
            if (i != smallest && union_cells(operands_[smallest], operands_[i]) <
                                     union_cells(operands_[smallest], operands_[partner]))
                partner = i;
        }
        return std::minmax(smallest, partner);
    }

    /// The rest: scalars, and, when some positions are kept, the tables over them, multiplied into
    /// one that comes first.
    void finish() {
        collect(eliminated_);
        const auto scalars = std::ranges::stable_partition(
            operands_, [&](std::uint32_t i) { return !node(i).scope.empty(); });
        tree_.roots_.assign(scalars.begin(), scalars.end());
        operands_.erase(scalars.begin(), scalars.end());
        reduce_all_but_two();
        if (operands_.size() == 2) operands_.assign(1, multiply(operands_[0], operands_[1]));
        tree_.roots_.insert(tree_.roots_.begin(), operands_.begin(), operands_.end());
    }

    ContractionTree& tree_;
    ScopePool& pool_;
    std::uint32_t eliminated_, first_maximised_;
    std::pmr::vector<Bucket> buckets_;   ///< one per position; the last one holds what stays
    std::pmr::vector<Waiting> waiting_;  ///< one per node
    std::uint32_t arrivals_ = 0;
    std::pmr::vector<std::uint32_t> operands_;  ///< of the position that is being eliminated
};

ContractionTree::ContractionTree(std::span<const PlanScope> leaves,
                                 std::span<const std::uint32_t> cardinalities,
                                 std::uint32_t eliminated, std::uint32_t first_maximised,
                                 ScopePool& pool, std::pmr::memory_resource* memory)
    : nodes_(memory),
      leaf_count_(leaves.size()),
      cardinalities_(cardinalities),
      eliminated_at_(cardinalities.size(), none, memory),
      roots_(memory) {
    TreeBuilder builder(*this, eliminated, first_maximised, pool, memory);
    nodes_.resize(leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) nodes_[i].scope = leaves[i];
    builder.build();
}

}  // namespace pgm::detail
