#include <pgm/inference/detail/derivative_run.hpp>

#include <pgm/inference/detail/contraction/contraction_builder.hpp>
#include <pgm/inference/detail/contraction/plain_contraction.hpp>
#include <pgm/inference/detail/plan/plan_compiler.hpp>
#include <pgm/inference/detail/plan/plan_memory.hpp>

#include <algorithm>
#include <numeric>

namespace pgm::detail {
namespace {

using Value = ContractionGraph::Value;
using Numbers = std::vector<ExtendedNumber>;

/// The graph in which variables without a finding are free, so that barren parts are not computed.
ContractionGraph graph_of(const BayesianNetwork& network, const CheckedEvidence& evidence,
                          const EngineOptions& options) {
    const Domains all_states(network);
    PlanRequest request;
    request.task = Task::families;
    for (std::size_t v = 0; v < network.size(); ++v) request.targets.emplace_back(v);
    request.roles.assign(network.size(), Role::free);
    for (const CheckedEvidence::Item& item : evidence.findings())
        if (role_of(item.finding) != Role::intervened)
            request.roles[item.variable.index()] = Role::likelihood;
    request.domains = request.prior = &all_states;
    // The numbers of this run are twice as large as those of plans.
    request.max_arena_bytes = options.max_arena_bytes / 2;
    request.max_multiplications = options.max_multiplications;
    PlanMemory memory;
    return compile_graph(network, request,
                         sketch_plan(network, request, SketchEffort::full, &memory));
}

/// The derivative by which the node of its family multiplies each leaf.
std::vector<Value> derivatives_in(const ContractionGraph& graph) {
    std::vector<Value> derivatives(graph.leaves.size(), ContractionGraph::one);
    for (const ContractionGraph::Family& family : graph.families)
        if (graph.is_made(family.value)) derivatives[family.leaf] = graph.node_of(family.value).b;
    return derivatives;
}

/// The connected parts of the network, as far as the variables of the graph connect it.
class Components {
public:
    explicit Components(const ContractionGraph& graph) : graph_(graph) {
        parent_.resize(graph.variables.size());
        std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
        for (std::size_t i = 0; i < graph.leaves.size(); ++i)
            for (const std::uint32_t position : graph.scope(graph.leaf(i)))
                parent_[find(position)] = find(graph.scope(graph.leaf(i)).front());
    }

    /// Named by one of its positions.
    std::uint32_t of_leaf(std::size_t leaf) {
        return find(graph_.scope(graph_.leaf(leaf)).front());
    }
    std::uint32_t of_root(Value root) {
        while (graph_.is_made(root)) {
            const ContractionGraph::Node& node = graph_.node_of(root);
            root = node.a == ContractionGraph::one ? node.b : node.a;
        }
        return of_leaf(root - 1);
    }

private:
    std::uint32_t find(std::uint32_t position) {
        while (parent_[position] != position)
            position = parent_[position] = parent_[parent_[position]];
        return position;
    }

    const ContractionGraph& graph_;
    std::vector<std::uint32_t> parent_;
};

/// The product of all factors but one, for each of them.
Numbers products_of_others(const Numbers& factors) {
    Numbers products(factors.size(), ExtendedNumber(1));
    ExtendedNumber before(1), after(1);
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const std::size_t last = factors.size() - 1 - i;
        products[i] = products[i] * before;
        products[last] = products[last] * after;
        before = before * factors[i];
        after = after * factors[last];
    }
    return products;
}

/// The position of each cell of a scope, in order, in a table over some of its axes.
std::vector<std::size_t> projected(const ContractionGraph& graph, PlanScope scope, PlanScope some) {
    std::vector<std::size_t> places{0};
    std::size_t stride = 1;
    for (std::size_t i = scope.size(); i-- > 0;) {
        const bool has_axis = std::ranges::binary_search(some, scope[i]);
        const std::size_t inner = places.size(), extent = graph.cardinalities[scope[i]];
        for (std::size_t state = 1; state < extent; ++state)
            for (std::size_t cell = 0; cell < inner; ++cell)
                places.push_back(places[cell] + (has_axis ? state * stride : 0));
        if (has_axis) stride *= extent;
    }
    return places;
}

}  // namespace

DerivativeRun::DerivativeRun(const BayesianNetwork& network, const CheckedEvidence& evidence,
                             const EngineOptions& options)
    : network_(network), is_set_(network.size(), 0) {
    for (std::size_t v = 0; v < network.size(); ++v)
        weights_.emplace_back(network.cardinality(VariableId(v)), 1.0);
    enter(evidence);
    const ContractionGraph graph = graph_of(network, evidence, options);
    const std::vector<Value> derivatives = derivatives_in(graph);
    values_.resize(graph.size());
    values_[ContractionGraph::one] = {ExtendedNumber(1)};
    for (std::size_t i = 0; i < graph.leaves.size(); ++i) {
        const LeafTable& leaf = graph.leaves[i];
        std::vector<std::uint32_t> cells;
        graph.append_offsets(leaf, cells);
        for (const std::uint32_t cell : cells)
            values_[graph.leaf(i)].emplace_back(
                parameter(leaf.variable, cell) *
                weights_[leaf.variable][cell % weights_[leaf.variable].size()]);
    }
    contract_nodes(graph, derivatives);
    read(graph, derivatives);
    values_.clear();
}

void DerivativeRun::enter(const CheckedEvidence& evidence) {
    for (const auto& [variable, finding] : evidence.findings()) {
        std::vector<double>& weights = weights_[variable.index()];
        if (const auto* const likelihood = std::get_if<Likelihood>(&finding)) {
            weights.assign(likelihood->values.begin(), likelihood->values.end());
        } else {
            std::ranges::fill(weights, 0.0);
            weights[state_of(finding)->index()] = 1;
        }
        is_set_[variable.index()] = std::holds_alternative<Intervened>(finding);
    }
}

/// The probability in a cell of the table; do() has put a table of zeros and ones in its place.
double DerivativeRun::parameter(std::size_t variable, std::size_t cell) const {
    if (is_set_[variable]) return weights_[variable][cell % weights_[variable].size()];
    return table(variable).table()[cell];
}

/// Every value is kept until the last node that reads it.
void DerivativeRun::contract_nodes(const ContractionGraph& graph,
                                   std::span<const Value> derivatives) {
    std::vector<std::size_t> last_use(graph.size(), 0);
    std::vector<char> is_wanted(graph.size(), 0);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        last_use[graph.nodes[i].a] = last_use[graph.nodes[i].b] = i;
    for (const Value value : derivatives) is_wanted[value] = 1;
    for (const Value root : graph.roots) is_wanted[root] = 1;
    std::vector<char> is_product(graph.size(), 0);
    for (const ContractionGraph::Family& family : graph.families)
        is_product[family.value] = graph.is_made(family.value);
    ContractionParts parts;
    ContractionBuilder builder(graph.cardinalities, parts);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto [a, b, maximise, rescale] = graph.nodes[i];
        const Value made = graph.made_by(i);
        if (!is_product[made]) {
            const Contraction& c =
                builder.build(graph.scope(made), graph.scope(a), graph.scope(b), maximise);
            values_[made].resize(c.out_cells);
            contract_plainly(c, parts.loops.data() + c.first_loop, values_[made].data(),
                             values_[a].data(), values_[b].data());
        }
        for (const Value operand : {a, b})
            if (last_use[operand] == i && !is_wanted[operand]) values_[operand] = {};
    }
}

/// A leaf's derivative is that of its component, times P(e) of the others.
void DerivativeRun::read(const ContractionGraph& graph, std::span<const Value> derivatives) {
    Components components(graph);
    Numbers factors(graph.variables.size(), ExtendedNumber(1));
    for (const Value root : graph.roots)
        if (root != ContractionGraph::one)
            factors[components.of_root(root)] = values_[root].front();
    for (const LeafTable& scalar : graph.scalars)
        factors.emplace_back(parameter(scalar.variable, 0) * weights_[scalar.variable].front());
    const Numbers others = products_of_others(factors);
    by_leaf_cell_.resize(network_.size());
    for (std::size_t i = 0; i < graph.scalars.size(); ++i)
        by_leaf_cell_[graph.scalars[i].variable] = {others[graph.variables.size() + i]};
    for (std::size_t i = 0; i < graph.leaves.size(); ++i) {
        const LeafTable& leaf = graph.leaves[i];
        const ExtendedNumber other = others[components.of_leaf(i)];
        const std::vector<std::size_t> places =
            projected(graph, graph.scope(graph.leaf(i)), graph.scope(derivatives[i]));
        std::vector<std::uint32_t> cells;
        graph.append_offsets(leaf, cells);
        Numbers& of_leaf = by_leaf_cell_[leaf.variable];
        of_leaf.resize(cells.size());
        for (std::size_t k = 0; k < cells.size(); ++k)
            of_leaf[cells[k]] = values_[derivatives[i]][places[k]] * other;
    }
    evidence_ =
        std::accumulate(factors.begin(), factors.end(), ExtendedNumber(1), std::multiplies<>());
}

std::vector<ExtendedNumber> DerivativeRun::by_state(VariableId variable) const {
    const Numbers& by_cell = by_leaf_cell_[variable.index()];
    Numbers sums(weights_[variable.index()].size());
    for (std::size_t cell = 0; cell < by_cell.size(); ++cell) {
        ExtendedNumber& sum = sums[cell % sums.size()];
        sum = sum + ExtendedNumber(parameter(variable.index(), cell)) * by_cell[cell];
    }
    return sums;
}

std::vector<ExtendedNumber> DerivativeRun::by_cell(VariableId variable) const {
    Numbers cells = by_leaf_cell_[variable.index()];
    const std::vector<double>& weights = weights_[variable.index()];
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        cells[cell] =
            cells[cell] *
            ExtendedNumber(is_set_[variable.index()] ? 0 : weights[cell % weights.size()]);
    return cells;
}

}  // namespace pgm::detail
