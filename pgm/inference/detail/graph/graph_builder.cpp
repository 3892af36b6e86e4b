#include <pgm/inference/detail/graph/graph_builder.hpp>

#include <pgm/core/detail/scaled.hpp>
#include <pgm/inference/detail/graph/contraction_tree.hpp>
#include <pgm/inference/detail/graph/derivatives.hpp>
#include <pgm/inference/detail/graph/forward_tables.hpp>
#include <pgm/inference/detail/graph/leaf_compiler.hpp>

#include <utility>

namespace pgm::detail {
namespace {

using Value = ContractionGraph::Value;

class GraphBuilder {
public:
    GraphBuilder(const BayesianNetwork& network, const PlanRequest& request,
                 const PlanSketch& sketch, std::pmr::memory_resource* memory)
        : request_(request),
          sketch_(sketch),
          graph_(memory),
          leaves_(network, sketch, graph_),
          sums_to_one_(scratch()),
          has_own_axis_(scratch()),
          sums_(scratch()),
          weight_(scratch()),
          is_scaled_(scratch()) {}

    ContractionGraph build() {
        describe_variables();
        reserve();
        add_value({}, 0, false);
        for (const PlanSketch::Family& family : sketch_.families) add_leaf(family);
        const ContractionTree tree(std::span(graph_.scopes).subspan(1), graph_.cardinalities,
                                   sketch_.eliminated, sketch_.first_maximised, graph_.pool,
                                   scratch());
        const ForwardTables forward =
            plan_forward(tree, sums_to_one_, has_own_axis_, graph_.pool, scratch());
        add_sums(tree, forward);
        if (request_.task == Task::marginals || request_.task == Task::families)
            add_posteriors(tree, forward);
        if (request_.task == Task::maximum) add_maxima(tree, forward);
        return std::move(graph_);
    }

private:
    std::pmr::memory_resource* scratch() const {
        return sketch_.families.get_allocator().resource();
    }

    void describe_variables() {
        graph_.variables.assign(sketch_.variables.begin(), sketch_.variables.end());
        graph_.cardinalities.assign(sketch_.cardinalities.begin(), sketch_.cardinalities.end());
        graph_.first_state.assign(sketch_.first_state.begin(), sketch_.first_state.end());
        graph_.first_kept =
            request_.task == Task::joint ? sketch_.eliminated : sketch_.first_maximised;
        graph_.kept_states = sketch_.kept_states;
        graph_.fixed_state.assign(sketch_.fixed_state.begin(), sketch_.fixed_state.end());
        graph_.roles = request_.roles;
    }

    /// About two contractions per table forward, as many backward.
    void reserve() {
        const std::size_t tables = sketch_.families.size();
        graph_.leaves.reserve(tables);
        graph_.axes.reserve(3 * tables);
        graph_.source_offsets.reserve(8 * tables);
        graph_.nodes.reserve(4 * tables);
        graph_.scopes.reserve(5 * tables);
        sums_.reserve(3 * tables);
        weight_.reserve(5 * tables);
        is_scaled_.reserve(5 * tables);
    }

    void add_value(PlanScope scope, std::uint32_t weight, bool is_scaled) {
        graph_.scopes.push_back(scope);
        weight_.push_back(weight);
        is_scaled_.push_back(is_scaled);
    }

    void add_leaf(const PlanSketch::Family& family) {
        if (!leaves_.add(family)) return;
        add_value(graph_.pool.copy(family.scope), 1, false);
        sums_to_one_.push_back(family.sums_to_one && request_.task != Task::joint);
        has_own_axis_.push_back(graph_.leaves.back().own_extent > 0);
    }

    /// Two values multiplied, the axes that are not in `scope` reduced. A table times 1 is that
    /// table.
    Value contract(PlanScope scope, Value a, Value b, bool maximise = false) {
        if (b == ContractionGraph::one && scope.size() == graph_.scope(a).size()) return a;
        if (a == ContractionGraph::one && scope.size() == graph_.scope(b).size()) return b;
        const std::uint32_t weight = weight_[a] + weight_[b];
        const bool rescale = weight > factors_between_scalings;
        graph_.nodes.push_back({a, b, maximise, rescale});
        add_value(scope, rescale ? 1 : weight, rescale || is_scaled_[a] || is_scaled_[b]);
        return graph_.made_by(graph_.nodes.size() - 1);
    }

    /// Adds the contractions that compute P(e).
    void add_sums(const ContractionTree& tree, const ForwardTables& forward) {
        for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
            const ForwardTables::Table& table = forward.tables[i];
            const ContractionTree::Node& node = tree.node(i);
            sums_.push_back(table.is_one        ? ContractionGraph::one
                            : node.is_leaf()    ? graph_.leaf(i)
                            : table.same_as < i ? sums_[table.same_as]
                                                : contract(table.scope, sums_[node.left],
                                                           value_or_one(sums_, node.right)));
        }
        graph_.multiplications += forward.multiplications;
        graph_.forward = graph_.nodes.size();
        for (const std::uint32_t root : tree.roots()) {
            if (tree.node(root).scope.empty())
                graph_.roots.push_back(sums_[root]);
            else
                graph_.joint = sums_[root];
        }
    }

    static Value value_or_one(std::span<const Value> values, std::uint32_t node) {
        return node == ContractionTree::none ? ContractionGraph::one : values[node];
    }

    /// The tree once more, by maxima where it says so, after the sums that give P(e). Tables that
    /// no maximum has entered yet are the same in both.
    void add_maxima(const ContractionTree& tree, const ForwardTables& forward) {
        std::pmr::vector<Value> maxima(sums_, scratch());
        std::pmr::vector<char> is_shared(tree.nodes().size(), 0, scratch());
        for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
            const ContractionTree::Node& node = tree.node(i);
            const bool is_made_of_shared =
                node.is_leaf() || (is_shared[node.left] &&
                                   (node.right == ContractionTree::none || is_shared[node.right]));
            is_shared[i] = is_made_of_shared && !node.maximise && !forward.tables[i].is_one &&
                           !is_scaled_[sums_[i]];
            if (is_shared[i]) continue;
            maxima[i] = node.is_leaf() ? graph_.leaf(i)
                                       : contract(node.scope, maxima[node.left],
                                                  value_or_one(maxima, node.right), node.maximise);
            graph_.multiplications += node.loop_cells;
        }
        for (const std::uint32_t root : tree.roots()) graph_.maximum_roots.push_back(maxima[root]);
    }

    /// The way back: the derivatives, and the marginals or families that are read from them.
    void add_posteriors(const ContractionTree& tree, const ForwardTables& forward) {
        const bool families = request_.task == Task::families;
        std::pmr::vector<char> wanted(sketch_.variables.size(), 0, scratch());
        for (const VariableId target : request_.targets) {
            if (!families && sketch_.position[target.index()] != PlanSketch::none)
                wanted[sketch_.position[target.index()]] = 1;
        }
        const Derivatives derivatives =
            plan_derivatives(tree, forward, wanted, families, graph_.pool, scratch());
        graph_.multiplications += derivatives.multiplications;
        std::pmr::vector<Value> derivative(tree.nodes().size(), ContractionGraph::one, scratch());
        for (auto i = static_cast<std::uint32_t>(tree.nodes().size()); i-- > tree.leaf_count();) {
            if (!derivatives.needed[i]) continue;
            const ContractionTree::Node& node = tree.node(i);
            for (const auto& [child, other] :
                 {std::pair{node.left, node.right}, std::pair{node.right, node.left}}) {
                if (child == ContractionTree::none || !derivatives.needed[child]) continue;
                derivative[child] =
                    derivatives.is_that_of_parent(forward, child, i, other)
                        ? derivative[i]
                        : contract(derivatives.scope[child], derivative[i], sums_[other]);
            }
        }
        for (std::uint32_t leaf = 0; families && leaf < tree.leaf_count(); ++leaf) {
            graph_.families.push_back(
                {leaf, contract(tree.node(leaf).scope, graph_.leaf(leaf), derivative[leaf])});
            graph_.multiplications += tree.node(leaf).cells;
        }
        for (std::uint32_t p = 0; p < wanted.size(); ++p) {
            const std::uint32_t source = derivatives.read_from[p];
            if (source == Derivatives::none) continue;
            graph_.marginals.push_back(
                {p, contract(graph_.pool.copy({&p, 1}), sums_[source], derivative[source])});
        }
    }

    const PlanRequest& request_;
    const PlanSketch& sketch_;
    ContractionGraph graph_;
    LeafCompiler leaves_;
    std::pmr::vector<char> sums_to_one_, has_own_axis_;  ///< per leaf
    std::pmr::vector<Value> sums_;                       ///< of every node of the tree
    /// Per value: table entries multiplied since the last scaling, and whether something was taken
    /// out of it, or of what it was made of.
    std::pmr::vector<std::uint32_t> weight_;
    std::pmr::vector<char> is_scaled_;
};

}  // namespace

ContractionGraph make_graph(const BayesianNetwork& network, const PlanRequest& request,
                            const PlanSketch& sketch, std::pmr::memory_resource* memory) {
    return GraphBuilder(network, request, sketch, memory).build();
}

}  // namespace pgm::detail
