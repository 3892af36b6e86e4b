#include <pgm/inference/plan_compiler.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/number_text.hpp>
#include <pgm/inference/arena_layout.hpp>
#include <pgm/inference/contraction_builder.hpp>
#include <pgm/inference/contraction_tree.hpp>
#include <pgm/inference/derivatives.hpp>
#include <pgm/inference/forward_tables.hpp>

#include <algorithm>
#include <string>

namespace pgm {
namespace {

[[noreturn]] void throw_too_large(const BayesianNetwork& network, const PlanSketch& sketch, double bytes, std::size_t limit) {
    constexpr std::size_t shown = 8;
    std::string clique;
    for (std::size_t i = 0; i < std::min(shown, sketch.largest_clique.size()); ++i) {
        clique += (i ? ", " : "") + network.variable(sketch.largest_clique[i]).name();
    }
    if (sketch.largest_clique.size() > shown) clique += ", ... (" + std::to_string(sketch.largest_clique.size()) + " variables)";
    throw TooLargeError("exact inference would need about " + to_text(bytes / 1e9, 3) + " GB, the limit is " +
                            to_text(static_cast<double>(limit) / 1e9, 3) + " GB; the largest clique has " + to_text(sketch.largest_clique_cells, 3) +
                            " cells: " + clique,
                        {}, "observe some of these variables, ask for fewer targets, or raise EngineOptions::max_arena_bytes");
}

class PlanCompiler {
public:
    PlanCompiler(const BayesianNetwork& network, const PlanRequest& request, const PlanSketch& sketch)
        : network_(network),
          request_(request),
          sketch_(sketch),
          builder_(sketch.cardinalities, plan_.parts, memory()),
          layout_(memory()),
          blocks_(memory()),
          sums_to_one_(memory()),
          has_own_axis_(memory()),
          source_stride_(sketch.variables.size(), memory()),
          weight_(memory()),
          is_scaled_(memory()) {}

    Plan compile() {
        // The arena holds at least the largest table made; refuse hopeless cases before the tree is built.
        if (sketch_.largest_clique_cells > 64 * limit_cells()) throw_too_large(network_, sketch_, 8 * sketch_.clique_cells, request_.max_arena_bytes);
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
            if (family.scope.empty()) continue;
            scopes.push_back(family.scope);
            sums_to_one_.push_back(family.sums_to_one && request_.task != Task::joint);
            has_own_axis_.push_back(plan_.leaves.back().own_extent > 0);
        }
        const ContractionTree tree(scopes, sketch_.cardinalities, sketch_.eliminated, sketch_.first_maximised, memory());
        const ForwardTables forward = plan_forward(tree, sums_to_one_, has_own_axis_, memory());
        emit_forward(tree, forward);
        if (request_.task == Task::marginals) emit_backward(tree, forward);
        if (request_.task == Task::maximum) emit_maximum(tree, forward);
        finish(tree);
        return std::move(plan_);
    }

private:
    /// Compiling goes on in the memory of the sketch.
    std::pmr::memory_resource* memory() const { return sketch_.families.get_allocator().resource(); }

    double limit_cells() const { return static_cast<double>(request_.max_arena_bytes) / sizeof(double); }

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
        const PlanScope positions = family.scope;
        const pgm::Scope& source = std::get<TableCpd>(network_.cpd(family.variable)).scope();
        if (source.cells() > std::uint64_t{1} << 32)
            throw TooLargeError("the table of '" + network_.variable(family.variable).name() + "' has more than 2^32 cells");
        Leaf& leaf = plan_.leaves.emplace_back();
        leaf.variable = family.variable.value;
        leaf.first_axis = static_cast<std::uint32_t>(plan_.axes.size());
        leaf.first_given = static_cast<std::uint32_t>(plan_.givens.size());
        leaf.cells = 1;
        for (std::size_t i = positions.size(); i-- > 0;) {  // from the innermost: strides grow
            if (sketch_.variables[positions[i]] == family.variable) {
                leaf.own_extent = sketch_.cardinalities[positions[i]];
                leaf.own_stride = leaf.cells;
                leaf.own_first_state = sketch_.first_state[positions[i]];
            }
            leaf.cells *= sketch_.cardinalities[positions[i]];
        }
        for (std::size_t axis = 0; axis < source.size(); ++axis) {
            const std::size_t v = source.variables()[axis].index();
            const auto stride = static_cast<std::uint32_t>(source.strides()[axis]);
            if (sketch_.only_state[v] != Plan::none)
                leaf.base += sketch_.only_state[v] * stride;
            else if (sketch_.position[v] == Plan::none)
                plan_.givens.emplace_back(static_cast<std::uint32_t>(v), stride);
            else
                source_stride_[sketch_.position[v]] = stride;
        }
        for (const std::uint32_t p : positions) add_axis(p, source_stride_[p]);
        leaf.axes = static_cast<std::uint32_t>(positions.size());
        leaf.givens = static_cast<std::uint32_t>(plan_.givens.size()) - leaf.first_given;
        leaf.first_cell_offset = Plan::none;
        if (leaf.givens > 0 && leaf.axes > 0 && leaf.cells <= most_listed_cells) list_cells(leaf);
        file_leaf(leaf);
    }

    /// Where the cells of a small leaf are, so that loading it again and again is one short loop.
    void list_cells(Leaf& leaf) {
        leaf.first_cell_offset = static_cast<std::uint32_t>(plan_.cell_offsets.size());
        plan_.cell_offsets.resize(leaf.first_cell_offset + leaf.cells, 0);
        std::uint32_t* const offsets = plan_.cell_offsets.data() + leaf.first_cell_offset;
        std::uint32_t listed = 1;
        for (std::uint32_t i = leaf.axes; i-- > 0;) {  // from the innermost: every state repeats what is listed, moved on
            const LeafAxis& axis = plan_.axes[leaf.first_axis + i];
            for (std::uint32_t s = axis.extent; s-- > 0;) {
                const std::uint32_t moved = plan_.source_offsets[axis.first_offset + s];
                for (std::uint32_t cell = 0; cell < listed; ++cell) offsets[s * listed + cell] = offsets[cell] + moved;
            }
            listed *= axis.extent;
        }
    }

    void add_axis(std::uint32_t position, std::uint32_t stride) {
        plan_.axes.emplace_back(sketch_.cardinalities[position], static_cast<std::uint32_t>(plan_.source_offsets.size()));
        for (std::uint32_t s = 0; s < sketch_.cardinalities[position]; ++s) {
            plan_.source_offsets.push_back(static_cast<std::uint32_t>(sketch_.kept_states[sketch_.first_state[position] + s] * stride));
        }
    }

    void file_leaf(const Leaf& leaf) {
        if (leaf.axes == 0) {
            plan_.scalars.push_back(leaf);
            plan_.leaves.pop_back();
            return;
        }
        plan_.leaf_of[leaf.variable] = static_cast<std::uint32_t>(plan_.leaves.size() - 1);
        blocks_.push_back(layout_.add(leaf.cells, 0));
        layout_.use(blocks_.back(), ArenaLayout::forever);  // tables that no value changes are read once per workspace
        weight_.push_back(1);
        is_scaled_.push_back(false);
    }

    /// Appends a contraction of blocks; out, a and b stay block numbers until the layout is known. A table times 1 is that table.
    std::uint32_t emit(const PlanScope& out_scope, std::uint32_t a, const PlanScope& a_scope, std::uint32_t b, const PlanScope& b_scope,
                       bool maximise) {
        if (b == unit_ && out_scope.size() == a_scope.size()) return a;
        if (a == unit_ && out_scope.size() == b_scope.size()) return b;
        const auto instruction = static_cast<std::uint32_t>(plan_.contractions.size()) + 1;
        Contraction& c = plan_.contractions.emplace_back(builder_.build(out_scope, a_scope, b_scope, maximise));
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
            throw_too_large(network_, sketch_, 8 * layout_.cells_without_reuse(), request_.max_arena_bytes);
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
                    tree.node(i), i, blocks_, [&](std::uint32_t n) { return forward.tables[n].scope; }, false);
            }
        }
        plan_.cost.multiplications += forward.multiplications;
        plan_.forward = plan_.contractions.size();
        for (const std::uint32_t root : tree.roots()) layout_.use(blocks_[root], ArenaLayout::forever);
    }

    /// One node from the blocks of its children, whose scopes and its own `scope_of` tells.
    template <class ScopeOf>
    std::uint32_t emit_node(const ContractionTree::Node& node, std::uint32_t i, std::span<const std::uint32_t> blocks, const ScopeOf& scope_of,
                            bool maximise) {
        const bool alone = node.right == ContractionTree::none;
        return emit(scope_of(i), blocks[node.left], scope_of(node.left), alone ? unit_ : blocks[node.right],
                    alone ? PlanScope{} : scope_of(node.right), maximise);
    }

    /// The tree once more, by maxima where it says so, after the sums that give P(e). Tables that no maximum has entered yet are the same in both.
    void emit_maximum(const ContractionTree& tree, const ForwardTables& sums) {
        std::pmr::vector<std::uint32_t> maxima(blocks_, memory());
        std::pmr::vector<char> is_shared(tree.nodes().size(), 0, memory());
        for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
            const ContractionTree::Node& node = tree.node(i);
            const bool is_made_of_shared = node.is_leaf() || (is_shared[node.left] && (node.right == ContractionTree::none || is_shared[node.right]));
            is_shared[i] = is_made_of_shared && !node.maximise && !sums.tables[i].is_one && !is_scaled_[blocks_[i]];
            if (is_shared[i] || node.is_leaf()) continue;
            maxima[i] = emit_node(
                node, i, maxima, [&](std::uint32_t n) { return tree.node(n).scope; }, node.maximise);
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

    void add_maximum_step(const ContractionTree& tree, const ContractionTree::Node& node, std::span<const std::uint32_t> maxima) {
        const bool alone = node.right == ContractionTree::none;
        const PlanScope a = tree.node(node.left).scope;
        const PlanScope b = alone ? PlanScope{} : tree.node(node.right).scope;
        MaximumStep step{maxima[node.left], alone ? unit_ : maxima[node.right], static_cast<std::uint32_t>(plan_.maximum_axes.size()), 0, 0};
        add_maximum_axes(a, b, node.scope, false, step.given);
        add_maximum_axes(a, b, node.scope, true, step.reduced);
        layout_.use(step.a, ArenaLayout::forever);
        layout_.use(step.b, ArenaLayout::forever);
        plan_.maximum_steps.push_back(step);
    }

    /// Those axes of two operands that are reduced to `kept`, or those that are kept.
    void add_maximum_axes(PlanScope a, PlanScope b, PlanScope kept, bool reduced, std::uint32_t& count) {
        std::uint32_t cells_a = cells_of(a), cells_b = cells_of(b);  // of an operand, from the next axis on
        walk_union(a, b, [&](std::uint32_t p, bool in_a, bool in_b) {
            const std::uint32_t extent = sketch_.cardinalities[p];
            cells_a /= in_a ? extent : 1;
            cells_b /= in_b ? extent : 1;
            if (std::ranges::binary_search(kept, p) == reduced) return;
            plan_.maximum_axes.push_back({p - sketch_.first_maximised, extent, in_a ? cells_a : 0, in_b ? cells_b : 0});
            ++count;
        });
    }

    std::uint32_t cells_of(PlanScope scope) const {
        std::uint32_t cells = 1;
        for (const std::uint32_t p : scope) cells *= sketch_.cardinalities[p];
        return cells;
    }

    void emit_backward(const ContractionTree& tree, const ForwardTables& forward) {
        std::pmr::vector<char> wanted(sketch_.variables.size(), 0, memory());
        for (const VariableId target : request_.targets) {
            if (sketch_.position[target.index()] != Plan::none) wanted[sketch_.position[target.index()]] = 1;
        }
        const Derivatives derivatives = plan_derivatives(tree, forward, wanted, memory());
        plan_.cost.multiplications += derivatives.multiplications;
        std::pmr::vector<std::uint32_t> derivative(tree.nodes().size(), unit_, memory());
        for (auto i = static_cast<std::uint32_t>(tree.nodes().size()); i-- > tree.leaf_count();) {
            if (!derivatives.needed[i]) continue;
            const ContractionTree::Node& node = tree.node(i);
            for (const auto& [child, other] : {std::pair{node.left, node.right}, std::pair{node.right, node.left}}) {
                if (child == ContractionTree::none || !derivatives.needed[child]) continue;
                derivative[child] =
                    derivatives.is_that_of_parent(forward, child, i, other)
                        ? derivative[i]
                        : emit(derivatives.scope[child], derivative[i], derivatives.scope[i], blocks_[other], forward.tables[other].scope, false);
            }
        }
        for (std::uint32_t p = 0; p < wanted.size(); ++p) {
            const std::uint32_t source = derivatives.read_from[p];
            if (source == Derivatives::none) continue;
            const std::uint32_t block =
                emit({&p, 1}, blocks_[source], forward.tables[source].scope, derivative[source], derivatives.scope[source], false);
            layout_.use(block, ArenaLayout::forever);
            plan_.marginals.emplace_back(sketch_.variables[p], block, sketch_.first_state[p], sketch_.cardinalities[p]);
        }
    }

    /// From block numbers to cells.
    void finish(const ContractionTree& tree) {
        const std::uint64_t cells = layout_.place();
        if (static_cast<double>(cells) > limit_cells() || cells > ~std::uint32_t{0}) {
            throw_too_large(network_, sketch_, 8 * static_cast<double>(cells), request_.max_arena_bytes);
        }
        const auto cell = [&](std::uint32_t block) { return static_cast<std::uint32_t>(layout_.cell(block)); };
        for (Contraction& c : plan_.contractions) {
            c.out = cell(c.out);
            c.a = cell(c.a);
            c.b = cell(c.b);
        }
        for (std::size_t i = 0; i < plan_.leaves.size(); ++i) plan_.leaves[i].cell = cell(blocks_[i]);
        for (MarginalOutput& output : plan_.marginals) output.cell = cell(output.cell);
        for (MaximumStep& step : plan_.maximum_steps) {
            step.a = cell(step.a);
            step.b = cell(step.b);
        }
        const std::uint32_t first_kept = request_.task == Task::joint ? sketch_.eliminated : sketch_.first_maximised;
        for (std::uint32_t p = first_kept; p < sketch_.variables.size(); ++p) {
            plan_.kept.push_back({sketch_.variables[p], sketch_.first_state[p], sketch_.cardinalities[p]});
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
        plan_.cost.arena_bytes = cells * sizeof(double);
        plan_.cost.largest_clique_cells = sketch_.largest_clique_cells;
    }

    /// A product of this many table entries is rescaled. Each has its largest entry above 2^-32 (plan_run.cpp sees to that), so a run never comes
    /// near 2^-1022 by mere length; what still underflows does so inside one table, and the processor says so.
    static constexpr std::uint32_t factors_between_scalings = 12;
    static constexpr std::uint32_t most_listed_cells = 4096;

    const BayesianNetwork& network_;
    const PlanRequest& request_;
    const PlanSketch& sketch_;
    Plan plan_;
    ContractionBuilder builder_;
    ArenaLayout layout_;
    std::uint32_t unit_ = 0;                             ///< block of the number 1, cell 0 of every arena
    std::pmr::vector<std::uint32_t> blocks_;             ///< of every node of the tree
    std::pmr::vector<char> sums_to_one_, has_own_axis_;  ///< per leaf with axes
    std::pmr::vector<std::uint32_t> source_stride_;      ///< per position, in the table that is being added
    std::pmr::vector<std::uint32_t> weight_;             ///< per block: table entries multiplied since the last scaling
    std::pmr::vector<char> is_scaled_;                   ///< per block: whether something was taken out of it, or of what it was made of
};

}  // namespace

Plan compile_plan(const BayesianNetwork& network, const PlanRequest& request, const PlanSketch& sketch) {
    return PlanCompiler(network, request, sketch).compile();
}

}  // namespace pgm
