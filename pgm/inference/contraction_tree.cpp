#include <pgm/inference/contraction_tree.hpp>

#include <algorithm>
#include <limits>

namespace pgm {

using Scope = ContractionTree::Scope;

Scope scope_union(const Scope& a, const Scope& b) {
    Scope both;
    both.reserve(a.size() + b.size());
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

class TreeBuilder {
public:
    TreeBuilder(ContractionTree& tree, std::uint32_t eliminated, std::uint32_t first_maximised)
        : tree_(tree), eliminated_(eliminated), first_maximised_(first_maximised), buckets_(eliminated + 1) {}

    void build() {
        for (std::uint32_t leaf = 0; leaf < tree_.leaf_count_; ++leaf) {
            tree_.nodes_[leaf].cells = cells(tree_.nodes_[leaf].scope);
            file(leaf);
        }
        for (std::uint32_t position = 0; position < eliminated_; ++position) {
            std::vector<std::uint32_t> operands = std::move(buckets_[position]);
            if (operands.empty()) continue;  // cannot happen for variables of a network, each has a table
            reduce_all_but_two(operands);
            file(operands.size() == 1 ? reduce_alone(operands[0], position) : reduce_pair(operands[0], operands[1], position));
        }
        finish();
    }

private:
    double cells(const Scope& scope) const {
        double product = 1;
        for (const std::uint32_t p : scope) product *= tree_.cardinalities_[p];
        return product;
    }

    double union_cells(std::uint32_t a, std::uint32_t b) const {
        const Scope &sa = tree_.nodes_[a].scope, &sb = tree_.nodes_[b].scope;
        double product = tree_.nodes_[a].cells;
        std::size_t i = 0;
        for (const std::uint32_t p : sb) {
            while (i < sa.size() && sa[i] < p) ++i;
            if (i == sa.size() || sa[i] != p) product *= tree_.cardinalities_[p];
        }
        return product;
    }

    /// Puts a node where it is needed next: the bucket of the first variable in its scope, or the rest.
    void file(std::uint32_t node) {
        const Scope& scope = tree_.nodes_[node].scope;
        buckets_[scope.empty() ? eliminated_ : std::min(scope.front(), eliminated_)].push_back(node);
    }

    std::uint32_t add(std::uint32_t left, std::uint32_t right, Scope scope, bool maximise) {
        ContractionTree::Node node;
        node.loop_cells = right == ContractionTree::none ? tree_.nodes_[left].cells : union_cells(left, right);
        node.scope = std::move(scope);
        node.left = left;
        node.right = right;
        node.maximise = maximise;
        node.cells = cells(node.scope);
        tree_.nodes_.push_back(std::move(node));
        return static_cast<std::uint32_t>(tree_.nodes_.size() - 1);
    }

    std::uint32_t multiply(std::uint32_t a, std::uint32_t b) { return add(a, b, scope_union(tree_.nodes_[a].scope, tree_.nodes_[b].scope), false); }

    std::uint32_t reduce_pair(std::uint32_t a, std::uint32_t b, std::uint32_t position) {
        Scope scope = scope_union(tree_.nodes_[a].scope, tree_.nodes_[b].scope);
        scope.erase(scope.begin());  // the variable eliminated now is always the first
        return add(a, b, std::move(scope), position >= first_maximised_);
    }

    /// One table alone: reduce it where it is made, unless it is a leaf or was reduced in the other way.
    std::uint32_t reduce_alone(std::uint32_t a, std::uint32_t position) {
        const bool maximise = position >= first_maximised_;
        ContractionTree::Node& node = tree_.nodes_[a];
        const bool reduces = !node.is_leaf() && node.loop_cells > node.cells;
        if (node.is_leaf() || (reduces && node.maximise != maximise)) return add(a, ContractionTree::none, Scope(node.scope.begin() + 1, node.scope.end()), maximise);
        node.maximise = maximise;
        node.scope.erase(node.scope.begin());
        node.cells = cells(node.scope);
        return a;
    }

    void reduce_all_but_two(std::vector<std::uint32_t>& operands) {
        if (operands.size() > 2) merge_equal_scopes(operands);
        while (operands.size() > 2) {
            const auto [i, j] = operands.size() <= most_compared ? cheapest_pair(operands) : cheapest_partner_of_smallest(operands);
            operands[i] = multiply(operands[i], operands[j]);
            operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(j));
        }
    }

    /// Thousands of features of one class have thousands of tables over the class alone: a balanced product of them, before anything quadratic.
    void merge_equal_scopes(std::vector<std::uint32_t>& operands) {
        std::ranges::stable_sort(operands, [&](std::uint32_t a, std::uint32_t b) { return tree_.nodes_[a].scope < tree_.nodes_[b].scope; });
        std::size_t merged = 0;
        do {
            merged = 0;
            std::vector<std::uint32_t> left;
            for (std::size_t i = 0; i < operands.size(); ++i) {
                const bool equal_to_next = i + 1 < operands.size() && tree_.nodes_[operands[i]].scope == tree_.nodes_[operands[i + 1]].scope;
                if (equal_to_next && operands.size() - merged > 2) {
                    left.push_back(multiply(operands[i], operands[i + 1]));
                    ++i;
                    ++merged;
                } else {
                    left.push_back(operands[i]);
                }
            }
            operands = std::move(left);
        } while (merged > 0);
    }

    std::pair<std::size_t, std::size_t> cheapest_pair(const std::vector<std::uint32_t>& operands) const {
        std::pair<std::size_t, std::size_t> best{0, 1};
        double fewest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < operands.size(); ++i) {
            for (std::size_t j = i + 1; j < operands.size(); ++j) {
                const double size = union_cells(operands[i], operands[j]);
                if (size < fewest) {
                    fewest = size;
                    best = {i, j};
                }
            }
        }
        return best;
    }

    std::pair<std::size_t, std::size_t> cheapest_partner_of_smallest(const std::vector<std::uint32_t>& operands) const {
        std::size_t smallest = 0;
        for (std::size_t i = 1; i < operands.size(); ++i) {
            if (tree_.nodes_[operands[i]].cells < tree_.nodes_[operands[smallest]].cells) smallest = i;
        }
        std::size_t partner = smallest == 0 ? 1 : 0;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (i != smallest && union_cells(operands[smallest], operands[i]) < union_cells(operands[smallest], operands[partner])) partner = i;
        }
        return std::minmax(smallest, partner);
    }

    /// The rest: scalars, and, when some positions are kept, the tables over them, multiplied into one that comes first.
    void finish() {
        std::vector<std::uint32_t> kept, scalars;
        for (const std::uint32_t node : buckets_[eliminated_]) (tree_.nodes_[node].scope.empty() ? scalars : kept).push_back(node);
        reduce_all_but_two(kept);
        if (kept.size() == 2) kept = {multiply(kept[0], kept[1])};
        tree_.roots_ = std::move(kept);
        tree_.roots_.insert(tree_.roots_.end(), scalars.begin(), scalars.end());
    }

    static constexpr std::size_t most_compared = 12;

    ContractionTree& tree_;
    std::uint32_t eliminated_, first_maximised_;
    std::vector<std::vector<std::uint32_t>> buckets_;  ///< per position the tables waiting for it; the last one holds what stays
};

ContractionTree::ContractionTree(std::vector<Scope> leaves, std::vector<std::uint32_t> cardinalities, std::uint32_t eliminated,
                                 std::uint32_t first_maximised)
    : leaf_count_(leaves.size()), cardinalities_(std::move(cardinalities)) {
    nodes_.resize(leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) nodes_[i].scope = std::move(leaves[i]);
    TreeBuilder(*this, eliminated, first_maximised).build();
}

}  // namespace pgm
