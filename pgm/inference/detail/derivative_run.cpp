#include <pgm/inference/detail/derivative_run.hpp>

#include <pgm/core/detail/float_flags.hpp>
#include <pgm/inference/detail/contraction/contraction_builder.hpp>
#include <pgm/inference/detail/contraction/plain_contraction.hpp>
#include <pgm/inference/detail/plan/arena_layout.hpp>
#include <pgm/inference/detail/plan/plan_compiler.hpp>
#include <pgm/inference/detail/plan/plan_memory.hpp>

#include <algorithm>
#include <numeric>

namespace pgm::detail {
namespace {

using Value = ContractionGraph::Value;
using Numbers = std::vector<ExtendedNumber>;

/// The graph in which variables without a finding are free, so that barren parts are not computed.
ContractionGraph graph_of(const BayesianNetwork& network, std::vector<Role> roles,
                          std::vector<VariableId> targets, const EngineOptions& options) {
    const Domains all_states(network);
    PlanRequest request;
    request.task = Task::families;
    request.targets = std::move(targets);
    request.roles = std::move(roles);
    request.domains = request.prior = &all_states;
    // Numbers of extended range are twice as large as those of plans.
    request.max_arena_bytes = options.max_arena_bytes / 2;
    request.max_multiplications = options.max_multiplications;
    PlanMemory memory;
    return compile_graph(network, request,
                         sketch_plan(network, request, SketchEffort::full, &memory));
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
std::vector<std::uint32_t> projected(const ContractionGraph& graph, PlanScope scope,
                                     PlanScope some) {
    std::vector<std::uint32_t> places{0};
    std::uint32_t stride = 1;
    for (std::size_t i = scope.size(); i-- > 0;) {
        const bool has_axis = std::ranges::binary_search(some, scope[i]);
        const std::size_t inner = places.size();
        const std::uint32_t extent = graph.cardinalities[scope[i]];
        for (std::uint32_t state = 1; state < extent; ++state)
            for (std::size_t cell = 0; cell < inner; ++cell)
                places.push_back(places[cell] + (has_axis ? state * stride : 0));
        if (has_axis) stride *= extent;
    }
    return places;
}

}  // namespace

DerivativePlan::DerivativePlan(const BayesianNetwork& network, std::vector<Role> roles,
                               std::vector<VariableId> targets, const EngineOptions& options)
    : network_(network),
      graph_(graph_of(network, std::move(roles), std::move(targets), options)),
      is_product_(graph_.size(), 0) {
    for (const ContractionGraph::Family& family : graph_.families)
        is_product_[family.value] = graph_.is_made(family.value);
    const std::vector<Value> derivatives = derivatives_of_leaves();
    lower(lay_out(derivatives), derivatives);
    connect();
}

/// The derivative by which the node of its family multiplies each leaf.
std::vector<Value> DerivativePlan::derivatives_of_leaves() const {
    std::vector<Value> derivatives(graph_.leaves.size(), ContractionGraph::one);
    for (const ContractionGraph::Family& family : graph_.families)
        if (graph_.is_made(family.value)) derivatives[family.leaf] = graph_.node_of(family.value).b;
    return derivatives;
}

/// A place for every value until the last node that reads it; the cells by value.
std::vector<std::uint64_t> DerivativePlan::lay_out(std::span<const Value> derivatives) {
    ArenaLayout layout;
    const auto born_first = static_cast<std::uint32_t>(graph_.leaves.size());
    for (Value value = 0; value < graph_.size(); ++value) {
        const std::uint32_t born = value - std::min(value, born_first);
        layout.add(is_product_[value] ? 0 : graph_.cells(graph_.scope(value)), born);
        if (!graph_.is_made(value) || is_product_[value]) continue;
        for (const Value operand : {graph_.node_of(value).a, graph_.node_of(value).b})
            layout.use(operand, born);
    }
    layout.use(ContractionGraph::one, ArenaLayout::forever);
    for (const Value value : derivatives) layout.use(value, ArenaLayout::forever);
    for (const Value root : graph_.roots) layout.use(root, ArenaLayout::forever);
    arena_cells_ = layout.place();
    std::vector<std::uint64_t> cells;
    for (Value value = 0; value < graph_.size(); ++value) cells.push_back(layout.cell(value));
    return cells;
}

void DerivativePlan::lower(std::span<const std::uint64_t> cells,
                           std::span<const Value> derivatives) {
    const auto cell = [&](Value value) { return static_cast<std::uint32_t>(cells[value]); };
    ContractionBuilder builder(graph_.cardinalities, parts_);
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
        const Value made = graph_.made_by(i);
        if (is_product_[made]) continue;
        const ContractionGraph::Node& node = graph_.nodes[i];
        Contraction& c = contractions_.emplace_back(builder.build(
            graph_.scope(made), graph_.scope(node.a), graph_.scope(node.b), node.maximise));
        c.out = cell(made), c.a = cell(node.a), c.b = cell(node.b);
        c.rescale = false;
    }
    leaf_of_.assign(network_.size(), TableReading::none);
    scalar_of_ = leaf_of_;
    for (std::uint32_t i = 0; i < graph_.leaves.size(); ++i) {
        leaf_of_[graph_.leaves[i].variable] = i;
        leaves_.push_back({cell(graph_.leaf(i)), static_cast<std::uint32_t>(offsets_.size()), 0});
        graph_.append_offsets(graph_.leaves[i], offsets_);
        for (const std::uint32_t place :
             projected(graph_, graph_.scope(graph_.leaf(i)), graph_.scope(derivatives[i])))
            derivatives_.push_back(cell(derivatives[i]) + place);
    }
    for (std::uint32_t i = 0; i < graph_.scalars.size(); ++i)
        scalar_of_[graph_.scalars[i].variable] = i;
    for (const Value root : graph_.roots) roots_.push_back(cell(root));
}

/// P(e) is the product of the roots, then of the scalars, and of 1.
void DerivativePlan::connect() {
    Components components(graph_);
    const auto none = static_cast<std::uint32_t>(graph_.roots.size() + graph_.scalars.size());
    std::vector<std::uint32_t> root_of(graph_.variables.size(), none);
    for (std::uint32_t i = 0; i < graph_.roots.size(); ++i)
        if (graph_.roots[i] != ContractionGraph::one)
            root_of[components.of_root(graph_.roots[i])] = i;
    for (std::size_t i = 0; i < leaves_.size(); ++i)
        leaves_[i].factor = root_of[components.of_leaf(i)];
}

DerivativeRun::DerivativeRun(const DerivativePlan& plan, const CheckedEvidence& evidence)
    : plan_(plan), weights_(plan.network_.size()), states_(plan.network_.size(), 0) {
    enter(evidence);
    contract();
    multiply_parts();
}

void DerivativeRun::enter(const CheckedEvidence& evidence) {
    for (const auto& [variable, finding] : evidence.findings()) {
        std::vector<double>& weights = weights_[variable.index()];
        if (const auto* const likelihood = std::get_if<Likelihood>(&finding)) {
            weights.assign(likelihood->values.begin(), likelihood->values.end());
        } else {
            states_[variable.index()] = state_of(finding)->value;
            weights.assign(plan_.network_.cardinality(variable), 0.0);
            weights[state_of(finding)->index()] = 1;
        }
    }
}

std::uint32_t DerivativeRun::source_of(const LeafTable& leaf) const {
    std::uint32_t source = leaf.base;
    for (std::uint32_t i = 0; i < leaf.evidence_axes; ++i) {
        const EvidenceAxis& axis = plan_.graph_.evidence_axes[leaf.first_evidence_axis + i];
        source += states_[axis.variable] * axis.stride;
    }
    return source;
}

double DerivativeRun::weight(std::size_t variable, std::size_t cell) const {
    const std::vector<double>& weights = weights_[variable];
    return weights.empty() ? 1 : weights[cell % weights.size()];
}

double DerivativeRun::parameter(std::size_t variable, std::size_t cell) const {
    return table_of(plan_.network_.cpds()[variable]).table()[cell];
}

template <class Number>
void DerivativeRun::load(Number* arena) const {
    arena[0] = Number(1);
    for (std::size_t i = 0; i < plan_.leaves_.size(); ++i) {
        const LeafTable& leaf = plan_.graph_.leaves[i];
        const double* const table = table_of(plan_.network_.cpds()[leaf.variable]).numbers().data();
        const std::uint32_t source = source_of(leaf);
        const std::uint32_t* const offsets = plan_.offsets_.data() + plan_.leaves_[i].first;
        Number* const cells = arena + plan_.leaves_[i].cell;
        const bool is_weighted = !weights_[leaf.variable].empty();
        for (std::uint32_t k = 0; k < leaf.cells; ++k) {
            const std::uint32_t cell = source + offsets[k];
            cells[k] =
                Number(is_weighted ? table[cell] * weight(leaf.variable, cell) : table[cell]);
        }
    }
}

void DerivativeRun::contract() {
    arena_.reserve(plan_.arena_cells_ + arena_margin);
    const Contraction* const first = plan_.contractions_.data();
    const ContractionParts& parts = plan_.parts_;
    {
        const FloatFlags flags;
        load(arena_.data());
        run_contractions({first, first + plan_.contractions_.size(), parts.loops.data(),
                          parts.tiles.data(), parts.steps.data()},
                         arena_.data());
        is_extended_ = flags.lost_precision();
    }
    if (!is_extended_) return;
    extended_.resize(plan_.arena_cells_);
    load(extended_.data());
    for (const Contraction& c : plan_.contractions_)
        contract_plainly(c, parts.loops.data() + c.first_loop, extended_.data() + c.out,
                         extended_.data() + c.a, extended_.data() + c.b);
}

/// A leaf's derivative is that of its connected part, times P(e) of the others.
void DerivativeRun::multiply_parts() {
    Numbers factors;
    for (const std::uint32_t root : plan_.roots_) factors.push_back(number(root));
    for (const LeafTable& scalar : plan_.graph_.scalars) {
        const std::uint32_t cell = source_of(scalar);
        factors.emplace_back(parameter(scalar.variable, cell) * weight(scalar.variable, cell));
    }
    factors.emplace_back(1);
    others_ = products_of_others(factors);
    evidence_ = others_.back();
}

template <class Visit>
void DerivativeRun::for_each_cell(VariableId variable, const Visit& visit) const {
    const std::size_t v = variable.index();
    if (const std::uint32_t scalar = plan_.scalar_of_[v]; scalar != TableReading::none)
        visit(source_of(plan_.graph_.scalars[scalar]), 0u, others_[plan_.roots_.size() + scalar]);
    if (plan_.leaf_of_[v] == TableReading::none) return;
    const LeafTable& leaf = plan_.graph_.leaves[plan_.leaf_of_[v]];
    const DerivativePlan::LeafPlaces& places = plan_.leaves_[plan_.leaf_of_[v]];
    const std::uint32_t source = source_of(leaf);
    for (std::uint32_t k = places.first; k < places.first + leaf.cells; ++k)
        visit(source + plan_.offsets_[k], plan_.derivatives_[k], others_[places.factor]);
}

std::vector<ExtendedNumber> DerivativeRun::by_state(VariableId variable) const {
    const std::size_t v = variable.index();
    Numbers sums(plan_.network_.cardinality(variable));
    if (plan_.graph_.roles[v] == Role::intervened) sums[states_[v]] = evidence_;
    for_each_cell(variable, [&](std::uint32_t cell, std::uint32_t place, ExtendedNumber others) {
        ExtendedNumber& sum = sums[cell % sums.size()];
        sum = sum + ExtendedNumber(parameter(v, cell)) * number(place) * others;
    });
    return sums;
}

std::vector<ExtendedNumber> DerivativeRun::by_cell(VariableId variable) const {
    const std::size_t v = variable.index();
    Numbers cells(table_of(plan_.network_.cpds()[v]).numbers().size());
    for_each_cell(variable, [&](std::uint32_t cell, std::uint32_t place, ExtendedNumber others) {
        cells[cell] = number(place) * others * ExtendedNumber(weight(v, cell));
    });
    return cells;
}

std::vector<double> DerivativeRun::by_cell(VariableId variable, ExtendedNumber unit) const {
    const std::size_t v = variable.index();
    if (plan_.leaf_of_[v] == plan_.scalar_of_[v]) return {};
    std::vector<double> cells(table_of(plan_.network_.cpds()[v]).numbers().size());
    for_each_cell(variable, [&](std::uint32_t cell, std::uint32_t place, ExtendedNumber others) {
        cells[cell] = (number(place) * others).ratio(unit) * weight(v, cell);
    });
    return cells;
}

}  // namespace pgm::detail
