#include <pgm/inference/detail/plan/plan_compiler.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/detail/contraction/contraction_builder.hpp>
#include <pgm/inference/detail/plan/arena_layout.hpp>
#include <pgm/inference/detail/plan/contraction_tree.hpp>
#include <pgm/inference/detail/plan/derivatives.hpp>
#include <pgm/inference/detail/plan/forward_tables.hpp>
#include <pgm/inference/detail/plan/leaf_compiler.hpp>
#include <pgm/inference/detail/plan/plan_maximum.hpp>

#include <algorithm>
#include <string>

namespace pgm::detail {
namespace {

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

/// `bytes` are those of the arena.
[[noreturn]] void throw_too_large(const BayesianNetwork& network, const PlanRequest& request,
                                  const PlanSketch& sketch, double bytes) {
    constexpr double gigabyte = 1e9;
    const double answer = static_cast<double>(request.answer_bytes);
    const double most = static_cast<double>(most_arena_cells * sizeof(double)) + answer;
    const double limit = static_cast<double>(request.max_arena_bytes);
    const std::string or_more = sketch.is_cut_short ? " or more" : "";
    throw TooLargeError(
        "exact inference would need about " + to_text((bytes + answer) / gigabyte, 3) + " GB" +
            or_more + ", the limit is " + to_text(std::min(limit, most) / gigabyte, 3) +
            " GB; the largest clique has " + to_text(sketch.largest_clique_cells, 3) + " cells" +
            or_more + ": " + clique_text(network, sketch),
        {},
        limit < most ? "observe some of these variables, ask for fewer targets, or "
                       "raise EngineOptions::max_arena_bytes"
                     : "observe some of these variables, or ask for fewer targets");
}

class PlanCompiler {
public:
    PlanCompiler(const BayesianNetwork& network, const PlanRequest& request,
                 const PlanSketch& sketch)
        : network_(network),
          request_(request),
          sketch_(sketch),
          leaves_(network, sketch, plan_),
          builder_(sketch.cardinalities, plan_.parts, memory()),
          layout_(ArenaLayout::cache_line, ArenaLayout::small_arena, memory()),
          blocks_(memory()),
          sums_to_one_(memory()),
          has_own_axis_(memory()),
          weight_(memory()),
          is_scaled_(memory()) {}

    Plan compile() {
        // The arena holds at least the largest table made; refuse hopeless cases before the tree is
        // built.
        if (sketch_.is_cut_short || sketch_.largest_clique_cells > 64 * limit_cells()) {
            throw_too_large(network_, request_, sketch_, sizeof(double) * sketch_.clique_cells);
        }
        plan_.roles = request_.roles;
        plan_.only_state.assign(sketch_.only_state.begin(), sketch_.only_state.end());
        plan_.kept_states = sketch_.kept_states;
        plan_.leaf_of.assign(network_.size(), Plan::none);
        reserve();
        unit_ = layout_.add(1, 0);
        layout_.use(unit_, ArenaLayout::forever);
        weight_.push_back(0);
        is_scaled_.push_back(false);

        std::pmr::vector<PlanScope> scopes(memory());
        scopes.reserve(sketch_.families.size());
        for (const PlanSketch::Family& family : sketch_.families) {
            add_leaf(family);
            if (!family.scope.empty()) scopes.push_back(family.scope);
        }
        const ContractionTree tree(scopes, sketch_.cardinalities, sketch_.eliminated,
                                   sketch_.first_maximised, memory());
        const ForwardTables forward = plan_forward(tree, sums_to_one_, has_own_axis_, memory());
        emit_forward(tree, forward);
        if (request_.task == Task::marginals) emit_backward(tree, forward);
        if (request_.task == Task::maximum) emit_maximum(tree, forward);
        finish(tree);
        return std::move(plan_);
    }

private:
    /// Compiling goes on in the memory of the sketch.
    std::pmr::memory_resource* memory() const {
        return sketch_.families.get_allocator().resource();
    }

    double limit_cells() const {
        const std::size_t answer = std::min(request_.answer_bytes, request_.max_arena_bytes);
        return static_cast<double>(request_.max_arena_bytes - answer) / sizeof(double);
    }

    /// About two contractions per table forward, as many backward.
    void reserve() {
        const std::size_t tables = sketch_.families.size();
        plan_.leaves.reserve(tables);
        plan_.axes.reserve(3 * tables);
        plan_.source_offsets.reserve(8 * tables);
        plan_.contractions.reserve(4 * tables);
        plan_.parts.loops.reserve(12 * tables);
        plan_.parts.tiles.reserve(8 * tables);
        plan_.parts.steps.reserve(16 * tables);
        blocks_.reserve(3 * tables);
        weight_.reserve(6 * tables);
        is_scaled_.reserve(6 * tables);
        layout_.reserve(6 * tables);
    }

    void add_leaf(const PlanSketch::Family& family) {
        if (!leaves_.add(family)) return;
        const Leaf& leaf = plan_.leaves.back();
        blocks_.push_back(layout_.add(leaf.cells, 0));
        layout_.use(
            blocks_.back(),
            ArenaLayout::forever);  // tables that no value changes are read once per workspace
        weight_.push_back(1);
        is_scaled_.push_back(false);
        sums_to_one_.push_back(family.sums_to_one && request_.task != Task::joint);
        has_own_axis_.push_back(leaf.own_extent > 0);
    }

    /// Appends a contraction of blocks; out, a and b stay block numbers until the layout is known.
    /// A table times 1 is that table.
    std::uint32_t emit(const PlanScope& out_scope, std::uint32_t a, const PlanScope& a_scope,
                       std::uint32_t b, const PlanScope& b_scope, bool maximise) {
        if (b == unit_ && out_scope.size() == a_scope.size()) return a;
        if (a == unit_ && out_scope.size() == b_scope.size()) return b;
        const auto instruction = static_cast<std::uint32_t>(plan_.contractions.size()) + 1;
        Contraction& c =
            plan_.contractions.emplace_back(builder_.build(out_scope, a_scope, b_scope, maximise));
        const std::uint32_t out = layout_.add(c.out_cells, instruction);
        c.out = out;
        c.a = a;
        c.b = b;
        layout_.use(a, instruction);
        layout_.use(b, instruction);
        weight_.push_back(weight_[a] + weight_[b]);
        if (weight_.back() > factors_between_scalings) {
            c.rescale = true;
            weight_.back() = 1;
        }
        is_scaled_.push_back(c.rescale || is_scaled_[a] || is_scaled_[b]);
        if (layout_.cells_without_reuse() > 64 * limit_cells())
            throw_too_large(network_, request_, sketch_,
                            sizeof(double) * layout_.cells_without_reuse());
        return out;
    }

    void emit_forward(const ContractionTree& tree, const ForwardTables& forward) {
        blocks_.resize(tree.nodes().size(), unit_);
        for (auto i = static_cast<std::uint32_t>(tree.leaf_count()); i < tree.nodes().size(); ++i) {
            const ForwardTables::Table& table = forward.tables[i];
            if (table.is_one) continue;
            if (table.same_as != i) {
                blocks_[i] = blocks_[table.same_as];
            } else {
                blocks_[i] = emit_node(
                    tree.node(i), i, blocks_,
                    [&](std::uint32_t n) { return forward.tables[n].scope; }, false);
            }
        }
        plan_.cost.multiplications += forward.multiplications;
        plan_.forward = plan_.contractions.size();
        for (const std::uint32_t root : tree.roots())
            layout_.use(blocks_[root], ArenaLayout::forever);
    }

    /// One node from the blocks of its children, whose scopes and its own `scope_of` tells.
    template <class ScopeOf>
    std::uint32_t emit_node(const ContractionTree::Node& node, std::uint32_t i,
                            std::span<const std::uint32_t> blocks, const ScopeOf& scope_of,
                            bool maximise) {
        const bool alone = node.right == ContractionTree::none;
        return emit(scope_of(i), blocks[node.left], scope_of(node.left),
                    alone ? unit_ : blocks[node.right], alone ? PlanScope{} : scope_of(node.right),
                    maximise);
    }

    /// The tree once more, by maxima where it says so, after the sums that give P(e). Tables that
    /// no maximum has entered yet are the same in both.
    void emit_maximum(const ContractionTree& tree, const ForwardTables& sums) {
        std::pmr::vector<std::uint32_t> maxima(blocks_, memory());
        std::pmr::vector<char> is_shared(tree.nodes().size(), 0, memory());
        for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
            const ContractionTree::Node& node = tree.node(i);
            const bool is_made_of_shared =
                node.is_leaf() || (is_shared[node.left] &&
                                   (node.right == ContractionTree::none || is_shared[node.right]));
            is_shared[i] = is_made_of_shared && !node.maximise && !sums.tables[i].is_one &&
                           !is_scaled_[blocks_[i]];
            if (is_shared[i] || node.is_leaf()) continue;
            maxima[i] = emit_node(
                node, i, maxima, [&](std::uint32_t n) { return tree.node(n).scope; },
                node.maximise);
            plan_.cost.multiplications += node.loop_cells;
        }
        for (auto i = static_cast<std::uint32_t>(tree.nodes().size()); i-- > tree.leaf_count();) {
            if (tree.node(i).maximise) add_maximum_step(tree, tree.node(i), maxima);
        }
        for (const std::uint32_t root : tree.roots()) {
            plan_.maximum_roots.push_back(maxima[root]);
            layout_.use(maxima[root], ArenaLayout::forever);
        }
    }

    void add_maximum_step(const ContractionTree& tree, const ContractionTree::Node& node,
                          std::span<const std::uint32_t> maxima) {
        const bool alone = node.right == ContractionTree::none;
        const PlanScope b = alone ? PlanScope{} : tree.node(node.right).scope;
        MaximumStep& step =
            append_maximum_step(plan_, sketch_, tree.node(node.left).scope, b, node.scope);
        step.a = maxima[node.left];
        step.b = alone ? unit_ : maxima[node.right];
        layout_.use(step.a, ArenaLayout::forever);
        layout_.use(step.b, ArenaLayout::forever);
    }

    void emit_backward(const ContractionTree& tree, const ForwardTables& forward) {
        std::pmr::vector<char> wanted(sketch_.variables.size(), 0, memory());
        for (const VariableId target : request_.targets) {
            if (sketch_.position[target.index()] != Plan::none)
                wanted[sketch_.position[target.index()]] = 1;
        }
        const Derivatives derivatives = plan_derivatives(tree, forward, wanted, memory());
        plan_.cost.multiplications += derivatives.multiplications;
        std::pmr::vector<std::uint32_t> derivative(tree.nodes().size(), unit_, memory());
        for (auto i = static_cast<std::uint32_t>(tree.nodes().size()); i-- > tree.leaf_count();) {
            if (!derivatives.needed[i]) continue;
            const ContractionTree::Node& node = tree.node(i);
            for (const auto& [child, other] :
                 {std::pair{node.left, node.right}, std::pair{node.right, node.left}}) {
                if (child == ContractionTree::none || !derivatives.needed[child]) continue;
                derivative[child] =
                    derivatives.is_that_of_parent(forward, child, i, other)
                        ? derivative[i]
                        : emit(derivatives.scope[child], derivative[i], derivatives.scope[i],
                               blocks_[other], forward.tables[other].scope, false);
            }
        }
        for (std::uint32_t p = 0; p < wanted.size(); ++p) {
            const std::uint32_t source = derivatives.read_from[p];
            if (source == Derivatives::none) continue;
            const std::uint32_t block = emit({&p, 1}, blocks_[source], forward.tables[source].scope,
                                             derivative[source], derivatives.scope[source], false);
            layout_.use(block, ArenaLayout::forever);
            plan_.marginals.emplace_back(sketch_.variables[p], block, sketch_.first_state[p],
                                         sketch_.cardinalities[p]);
        }
    }

    /// From block numbers to cells.
    void finish(const ContractionTree& tree) {
        const std::uint64_t cells = layout_.place();
        if (static_cast<double>(cells) > limit_cells() || cells > most_arena_cells) {
            throw_too_large(network_, request_, sketch_,
                            static_cast<double>(cells * sizeof(double)));
        }
        const auto cell = [&](std::uint32_t block) {
            return static_cast<std::uint32_t>(layout_.cell(block));
        };
        for (Contraction& c : plan_.contractions) {
            c.out = cell(c.out);
            c.a = cell(c.a);
            c.b = cell(c.b);
        }
        for (std::size_t i = 0; i < plan_.leaves.size(); ++i)
            plan_.leaves[i].cell = cell(blocks_[i]);
        for (MarginalOutput& output : plan_.marginals) output.cell = cell(output.cell);
        for (MaximumStep& step : plan_.maximum_steps) {
            step.a = cell(step.a);
            step.b = cell(step.b);
        }
        const std::uint32_t first_kept =
            request_.task == Task::joint ? sketch_.eliminated : sketch_.first_maximised;
        for (std::uint32_t p = first_kept; p < sketch_.variables.size(); ++p) {
            plan_.kept.push_back(
                {sketch_.variables[p], sketch_.first_state[p], sketch_.cardinalities[p]});
        }
        for (std::uint32_t& root : plan_.maximum_roots) root = cell(root);
        for (const std::uint32_t root : tree.roots()) {
            if (tree.node(root).scope.empty())
                plan_.roots.push_back(cell(blocks_[root]));
            else
                plan_.joint_cell = cell(blocks_[root]);
        }
        plan_.arena_cells = static_cast<std::uint32_t>(cells);
        plan_.cost.instructions = plan_.contractions.size();
        for (const Leaf& leaf : plan_.leaves) {
            plan_.cost.tables_loaded += leaf.givens > 0;
            plan_.cost.cells_loaded += leaf.givens > 0 ? leaf.cells : 0;
        }
        plan_.cost.arena_bytes = cells * sizeof(double);
        plan_.cost.largest_clique_cells = sketch_.largest_clique_cells;
    }

    /// A product of this many table entries is rescaled. Each has its largest entry above 2^-32
    /// (plan_run.cpp sees to that), so a run never comes near 2^-1022 by mere length; what still
    /// underflows does so inside one table, and the processor says so.
    static constexpr std::uint32_t factors_between_scalings = 12;

    const BayesianNetwork& network_;
    const PlanRequest& request_;
    const PlanSketch& sketch_;
    Plan plan_;
    LeafCompiler leaves_;
    ContractionBuilder builder_;
    ArenaLayout layout_;
    std::uint32_t unit_ = 0;                  ///< block of the number 1, cell 0 of every arena
    std::pmr::vector<std::uint32_t> blocks_;  ///< of every node of the tree
    std::pmr::vector<char> sums_to_one_, has_own_axis_;  ///< per leaf with axes
    /// Per block: table entries multiplied since the last scaling.
    std::pmr::vector<std::uint32_t> weight_;
    /// Per block: whether something was taken out of it, or of what it was made of.
    std::pmr::vector<char> is_scaled_;
};

}  // namespace

Plan compile_plan(const BayesianNetwork& network, const PlanRequest& request,
                  const PlanSketch& sketch) {
    return PlanCompiler(network, request, sketch).compile();
}

}  // namespace pgm::detail
