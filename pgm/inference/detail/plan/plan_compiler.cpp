#include <pgm/inference/detail/plan/plan_compiler.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/detail/contraction/contraction_builder.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/graph/graph_builder.hpp>
#include <pgm/inference/detail/plan/arena_layout.hpp>
#include <pgm/inference/detail/plan/plan_maximum.hpp>

#include <algorithm>
#include <string>

namespace pgm::detail {
namespace {

using Value = ContractionGraph::Value;

/// The instructions of a plan number the cells of its arena with 32 bits.
constexpr std::uint64_t most_arena_cells = ~std::uint32_t{0};

std::string clique_text(const BayesianNetwork& network, const PlanSketch& sketch) {
    constexpr std::size_t shown = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, sketch.largest_clique.size()); ++i) {
        text += (i ? ", " : "") + printable(network.variable(sketch.largest_clique[i]).name());
    }
    if (sketch.largest_clique.size() <= shown) return text;
    return text + ", ... (" + std::to_string(sketch.largest_clique.size()) + " variables)";
}

/// How large the arena of a question may be.
class ArenaLimit {
public:
    ArenaLimit(const BayesianNetwork& network, const PlanRequest& request, const PlanSketch& sketch)
        : network_(network), request_(request), sketch_(sketch) {}

    /// The arena holds at least the largest table made: refuses hopeless cases before there is a
    /// graph.
    void check_cliques() const {
        if (sketch_.is_cut_short || sketch_.largest_clique_cells > hopeless())
            refuse(sizeof(double) * sketch_.clique_cells);
    }

    /// Refuses an arena too large even before it is laid out, where no memory is used twice.
    void check_without_reuse(double cells) const {
        if (cells > hopeless()) refuse(sizeof(double) * cells);
    }

    void check(std::uint64_t cells) const {
        if (static_cast<double>(cells) > limit_cells() || cells > most_arena_cells)
            refuse(static_cast<double>(cells) * sizeof(double));
    }

private:
    double limit_cells() const {
        const std::size_t answer = std::min(request_.answer_bytes, request_.max_arena_bytes);
        return static_cast<double>(request_.max_arena_bytes - answer) / sizeof(double);
    }
    double hopeless() const { return cost_model::most_reuse * limit_cells(); }

    /// `bytes` are those of the arena.
    [[noreturn]] void refuse(double bytes) const {
        constexpr double gigabyte = 1e9;
        const double answer = static_cast<double>(request_.answer_bytes);
        const double most = static_cast<double>(most_arena_cells * sizeof(double)) + answer;
        const double limit = static_cast<double>(request_.max_arena_bytes);
        const bool is_possible = !sketch_.is_cut_short && limit < most && bytes + answer <= most;
        const std::string or_more = sketch_.is_cut_short ? " or more" : "";
        throw TooLargeError(
            "exact inference would need about " + to_text((bytes + answer) / gigabyte, 3) + " GB" +
                or_more + ", the limit is " + to_text(std::min(limit, most) / gigabyte, 3) +
                " GB; the largest clique has " + to_text(sketch_.largest_clique_cells, 3) +
                " cells" + or_more + ": " + clique_text(network_, sketch_),
            {},
            is_possible ? "observe some of these variables, ask for fewer targets, or "
                          "raise EngineOptions::max_arena_bytes"
                        : "observe some of these variables, ask for fewer targets, or give the "
                          "variables fewer states or parents");
    }

    const BayesianNetwork& network_;
    const PlanRequest& request_;
    const PlanSketch& sketch_;
};

/// A place for every value, by its name. What is read after the run stays to the end, and so do the
/// leaves: tables that no evidence changes are loaded once per workspace.
ArenaLayout lay_out(const ContractionGraph& graph, const ArenaLimit& limit,
                    std::pmr::memory_resource* memory) {
    ArenaLayout layout(ArenaLayout::cache_line, cost_model::small_arena, memory);
    layout.reserve(graph.size());
    const auto born_first = static_cast<std::uint32_t>(graph.leaves.size());
    for (Value value = 0; value < graph.size(); ++value) {
        const std::uint32_t born = value - std::min(value, born_first);
        layout.add(graph.cells(graph.scope(value)), born);
        if (!graph.is_made(value)) {
            layout.use(value, ArenaLayout::forever);
            continue;
        }
        const ContractionGraph::Node& node = graph.node_of(value);
        for (const Value operand : {node.a, node.b})
            layout.use(operand, node.maximise ? ArenaLayout::forever : born);
    }
    for (const Value root : graph.roots) layout.use(root, ArenaLayout::forever);
    for (const Value root : graph.maximum_roots) layout.use(root, ArenaLayout::forever);
    for (const auto& marginal : graph.marginals) layout.use(marginal.value, ArenaLayout::forever);
    for (const auto& family : graph.families) layout.use(family.value, ArenaLayout::forever);
    layout.use(graph.joint, ArenaLayout::forever);
    limit.check_without_reuse(layout.cells_without_reuse());
    limit.check(layout.place());
    return layout;
}

/// Lowers a graph and the places of its values to a plan.
class PlanLowering {
public:
    PlanLowering(ContractionGraph& graph, const ArenaLayout& layout,
                 std::pmr::memory_resource* memory)
        : graph_(graph), layout_(layout), memory_(memory) {}

    Plan lower() {
        lower_leaves();
        lower_nodes();
        lower_results();
        static_cast<TableReading&>(plan_) = std::move(graph_);
        return std::move(plan_);
    }

private:
    std::uint32_t cell(Value value) const {
        return static_cast<std::uint32_t>(layout_.cell(value));
    }

    void lower_leaves() {
        plan_.leaves.reserve(graph_.leaves.size());
        plan_.leaf_of.assign(graph_.roles.size(), Plan::none);
        for (std::uint32_t i = 0; i < graph_.leaves.size(); ++i) {
            const LeafTable& table = graph_.leaves[i];
            plan_.leaf_of[table.variable] = i;
            Leaf& leaf = plan_.leaves.emplace_back(Leaf{table, cell(graph_.leaf(i)), Plan::none});
            if (leaf.evidence_axes == 0) continue;
            ++plan_.cost.tables_loaded;
            plan_.cost.cells_loaded += leaf.cells;
            if (leaf.cells > cost_model::most_listed_cells) continue;
            leaf.first_cell_offset = static_cast<std::uint32_t>(plan_.cell_offsets.size());
            graph_.append_offsets(leaf, plan_.cell_offsets);
        }
    }

    void lower_nodes() {
        plan_.contractions.reserve(graph_.nodes.size());
        plan_.parts.loops.reserve(3 * graph_.nodes.size());
        plan_.parts.tiles.reserve(2 * graph_.nodes.size());
        plan_.parts.steps.reserve(4 * graph_.nodes.size());
        ContractionBuilder builder(graph_.cardinalities, plan_.parts, memory_);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const ContractionGraph::Node& node = graph_.nodes[i];
            const Value made = graph_.made_by(i);
            Contraction& c = plan_.contractions.emplace_back(builder.build(
                graph_.scope(made), graph_.scope(node.a), graph_.scope(node.b), node.maximise));
            c.out = cell(made);
            c.a = cell(node.a);
            c.b = cell(node.b);
            c.rescale = node.rescale;
        }
        plan_.forward = graph_.forward;
    }

    void lower_results() {
        for (const Value root : graph_.roots) plan_.roots.push_back(cell(root));
        plan_.joint_cell = cell(graph_.joint);
        for (const auto& [p, value] : graph_.marginals) {
            plan_.marginals.emplace_back(graph_.variables[p], cell(value), graph_.first_state[p],
                                         graph_.cardinalities[p]);
        }
        for (const auto& [leaf, value] : graph_.families) {
            std::uint32_t first = plan_.leaves[leaf].first_cell_offset;
            if (first == Plan::none) {
                first = static_cast<std::uint32_t>(plan_.cell_offsets.size());
                graph_.append_offsets(graph_.leaves[leaf], plan_.cell_offsets);
            }
            plan_.families.push_back({leaf, cell(value), first});
        }
        for (std::uint32_t p = graph_.first_kept; p < graph_.variables.size(); ++p) {
            plan_.kept.push_back(
                {graph_.variables[p], graph_.first_state[p], graph_.cardinalities[p]});
        }
        for (const Value root : graph_.maximum_roots) plan_.maximum_roots.push_back(cell(root));
        for (std::size_t i = graph_.nodes.size(); i-- > graph_.forward;) {
            if (!graph_.nodes[i].maximise) continue;
            MaximumStep& step = append_maximum_step(plan_, graph_, graph_.made_by(i));
            step.a = cell(graph_.nodes[i].a);
            step.b = cell(graph_.nodes[i].b);
        }
    }

    ContractionGraph& graph_;
    const ArenaLayout& layout_;
    std::pmr::memory_resource* memory_;
    Plan plan_;
};

/// Compiling goes on in the memory of the sketch.
std::pmr::memory_resource* memory_of(const PlanSketch& sketch) {
    return sketch.families.get_allocator().resource();
}

}  // namespace

void check_work(std::optional<std::uint64_t> max_multiplications, double multiplications) {
    if (!max_multiplications) return;
    const double limit = static_cast<double>(*max_multiplications);
    if (multiplications <= limit) return;
    throw TooLargeError("exact inference would take about " + to_text(multiplications, 3) +
                            " multiplications, the limit is " + to_text(limit, 3),
                        {},
                        "observe more variables, ask for fewer targets, or raise "
                        "EngineOptions::max_multiplications");
}

Plan compile_plan(const BayesianNetwork& network, const PlanRequest& request,
                  const PlanSketch& sketch) {
    const ArenaLimit limit(network, request, sketch);
    limit.check_cliques();
    ContractionGraph graph = make_graph(network, request, sketch, memory_of(sketch));
    check_work(request.max_multiplications, graph.multiplications);
    const ArenaLayout layout = lay_out(graph, limit, memory_of(sketch));
    Plan plan = PlanLowering(graph, layout, memory_of(sketch)).lower();
    plan.arena_cells = static_cast<std::uint32_t>(layout.size());
    plan.cost.multiplications = graph.multiplications;
    plan.cost.instructions = graph.nodes.size();
    plan.cost.arena_bytes = layout.size() * sizeof(double);
    plan.cost.largest_clique_cells = sketch.largest_clique_cells;
    return plan;
}

ContractionGraph compile_graph(const BayesianNetwork& network, const PlanRequest& request,
                               const PlanSketch& sketch) {
    const ArenaLimit limit(network, request, sketch);
    limit.check_cliques();
    ContractionGraph graph = make_graph(network, request, sketch);
    check_work(request.max_multiplications, graph.multiplications);
    lay_out(graph, limit, memory_of(sketch));
    return graph;
}

}  // namespace pgm::detail
