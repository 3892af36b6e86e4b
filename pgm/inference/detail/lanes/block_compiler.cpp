#include <pgm/inference/detail/lanes/block_compiler.hpp>

#include <pgm/core/detail/float_flags.hpp>
#include <pgm/core/detail/scaled.hpp>
#include <pgm/inference/detail/contraction/contraction_builder.hpp>
#include <pgm/inference/detail/contraction/plain_contraction.hpp>
#include <pgm/inference/detail/lanes/block_arrangement.hpp>
#include <pgm/inference/detail/lanes/block_tables.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pgm::detail {
namespace {

/// How the rows of a block come by a value of the graph.
struct Definition {
    enum class Kind : std::uint8_t {
        uniform,  ///< all share it: in BlockProgram::uniform, at `cell`
        rows,     ///< a table of the arena, under the name of the value
        product,  ///< not computed yet: a product of `factors`
        density,  ///< a table of the arena: the numbers of BlockProgram::densities[`density`]
    };
    Kind kind = Kind::rows;
    bool in_last = false;  ///< goes into the last product cell by cell
    std::uint32_t cell = 0, uses = 0, density = 0;
    std::vector<BlockFactor> factors;
};

class BlockCompiler {
public:
    BlockCompiler(const ContractionGraph& graph, const BayesianNetwork& network,
                  const Domains& prior, std::span<const char> may_miss, MissingTables missing,
                  const BlockDensitySource& densities)
        : graph_(graph),
          network_(network),
          prior_(prior),
          densities_(densities),
          missing_(missing),
          tables_(graph, network, may_miss, program_),
          builder_(graph.cardinalities, loops_),
          definitions_(graph.size()),
          names_(static_cast<std::uint32_t>(graph.size())) {}

    std::optional<BlockProgram> compile() {
        const FloatFlags flags;
        program_.kept_states = graph_.kept_states;
        if (!define_leaves() || !collect_scalars()) return std::nullopt;
        count_uses();
        if (has_last()) mark_last_product();
        for (Value made = graph_.made_by(0); made < graph_.size(); ++made) define(made);
        finish();
        place_tables(program_, names_);
        if (flags.lost_precision()) return std::nullopt;
        return std::move(program_);
    }

private:
    using Kind = Definition::Kind;
    using Value = ContractionGraph::Value;

    bool define_leaves() {
        Definition& one = definitions_[ContractionGraph::one];
        one.kind = Kind::uniform;
        one.cell = tables_.reserve_uniform(1);
        program_.uniform[one.cell] = 1;
        for (std::uint32_t i = 0; i < graph_.leaves.size(); ++i) {
            const LeafTable& leaf = graph_.leaves[i];
            Definition& definition = definitions_[graph_.leaf(i)];
            if (densities_.is_slot(leaf.variable)) {
                definition.kind = Kind::density;
                definition.density = tables_.add_density(leaf, densities_, graph_.leaf(i));
            } else if (leaf.evidence_axes > 0 || tables_.is_masked(leaf)) {
                const auto gather = tables_.add_gather(leaf);
                if (!gather) return false;
                definition.kind = Kind::product;
                definition.factors = {{BlockFactor::Kind::gather, false, *gather}};
            } else {
                const auto cell = tables_.add_uniform(leaf);
                if (!cell) return false;
                definition.kind = Kind::uniform;
                definition.cell = *cell;
            }
        }
        return true;
    }

    bool collect_scalars() {
        for (const LeafTable& scalar : graph_.scalars) {
            if (densities_.is_slot(scalar.variable)) {
                tables_.add_density(scalar, densities_, names_);
                common_.push_back({BlockFactor::Kind::rows, false, names_++});
                continue;
            }
            if (scalar.evidence_axes == 0) {
                const auto cell = tables_.add_uniform(scalar);
                if (!cell) return false;
                multiply_constant(program_.uniform[*cell]);
                continue;
            }
            const auto gather = tables_.add_gather(scalar);
            if (!gather) return false;
            common_.push_back({BlockFactor::Kind::gather, false, *gather});
        }
        for (std::size_t v = 0; v < network_.size(); ++v) {
            if (densities_.is_slot(v)) break;
            if (graph_.roles[v] == Role::observed || graph_.roles[v] == Role::likelihood)
                check_states(VariableId(v));
        }
        return true;
    }

    /// Rows with a state that never occurs are impossible; nothing else in the graph need know such
    /// a state.
    void check_states(VariableId variable) {
        const std::size_t states = network_.cardinality(variable);
        if (prior_.count(variable) == states) return;
        std::vector<char> allowed(states);
        for (std::size_t s = 0; s < states; ++s) allowed[s] = prior_.contains(variable, StateId(s));
        common_.push_back({BlockFactor::Kind::gather, false, tables_.add_check(variable, allowed)});
    }

    void multiply_constant(double factor) {
        int exponent = 0;
        program_.constant_mantissa = std::frexp(program_.constant_mantissa * factor, &exponent);
        program_.constant_exponent += exponent;
    }

    /// True if there is a joint table, over the states of the target.
    bool has_last() const { return graph_.first_kept < graph_.variables.size(); }

    void count_uses() {
        for (const ContractionGraph::Node& node : graph_.nodes)
            ++definitions_[node.a].uses, ++definitions_[node.b].uses;
        for (const Value root : graph_.roots) ++definitions_[root].uses;
        for (const auto& marginal : graph_.marginals) ++definitions_[marginal.value].uses;
        if (has_last()) ++definitions_[graph_.joint].uses;
    }

    /// True if a node multiplies cell by cell.
    bool is_elementwise(Value made) const {
        const ContractionGraph::Node& node = graph_.node_of(made);
        return std::ranges::equal(graph_.scope(node.a), graph_.scope(made)) &&
               std::ranges::equal(graph_.scope(node.b), graph_.scope(made));
    }

    /// The tables over the target that are multiplied into its joint with the evidence.
    void mark_last_product() {
        std::vector<Value> open{graph_.joint};
        while (!open.empty()) {
            const Value value = open.back();
            open.pop_back();
            Definition& definition = definitions_[value];
            if (definition.uses > 1) continue;
            definition.in_last = true;
            if (definition.kind == Kind::density)
                program_.densities[definition.density].in_last = true;
            if (!graph_.is_made(value) || !is_elementwise(value)) continue;
            open.push_back(graph_.node_of(value).a);
            open.push_back(graph_.node_of(value).b);
        }
    }

    void define(Value made) {
        const ContractionGraph::Node& node = graph_.node_of(made);
        if (definitions_[node.a].kind == Kind::uniform &&
            definitions_[node.b].kind == Kind::uniform)
            define_uniform(made);
        else if (is_elementwise(made))
            define_product(made);
        else
            define_sum(made);
    }

    bool counts_in_evidence(Value made) const { return made < graph_.made_by(graph_.forward); }

    std::uint32_t cells(Value value) const {
        return static_cast<std::uint32_t>(graph_.cells(graph_.scope(value)));
    }

    /// A node as the plans of single rows cut it, so that sums are added up in the same order.
    const Contraction& loops_of(Value made) {
        const ContractionGraph::Node& node = graph_.node_of(made);
        return builder_.build(graph_.scope(made), graph_.scope(node.a), graph_.scope(node.b),
                              node.maximise);
    }

    /// Computes a table that all rows share, here and once.
    void define_uniform(Value made) {
        const ContractionGraph::Node& node = graph_.node_of(made);
        const Contraction& c = loops_of(made);
        Definition& out = definitions_[made];
        out.kind = Kind::uniform;
        out.cell = tables_.reserve_uniform(c.out_cells);
        double* const uniform = program_.uniform.data();
        contract_plainly<double>(c, loops_.loops.data() + c.first_loop, uniform + out.cell,
                                 uniform + definitions_[node.a].cell,
                                 uniform + definitions_[node.b].cell);
        const int exponent = node.rescale ? detail::rescale({uniform + out.cell, c.out_cells}) : 0;
        if (counts_in_evidence(made)) program_.constant_exponent += exponent;
    }

    void define_product(Value made) {
        const ContractionGraph::Node& node = graph_.node_of(made);
        Definition& out = definitions_[made];
        for (const Value operand : {node.a, node.b}) {
            if (operand == ContractionGraph::one) continue;
            const std::vector<BlockFactor> factors = factors_of(operand);
            out.factors.insert(out.factors.end(), factors.begin(), factors.end());
        }
        out.kind = Kind::product;
        const bool has_computed = std::ranges::any_of(
            out.factors, [](const BlockFactor& f) { return f.kind == BlockFactor::Kind::rows; });
        // Only tables that are looked up wait for the next product; a product with one that was
        // computed is taken at once, and so is one that is to be scaled.
        if (!out.in_last && (has_computed || node.rescale || out.uses > 1))
            compute(made, node.rescale, counts_in_evidence(made));
    }

    /// The factors that stand for a table in a product.
    std::vector<BlockFactor> factors_of(Value value) {
        Definition& definition = definitions_[value];
        if (definition.kind == Kind::product && definition.uses == 1) return definition.factors;
        compute(value);
        if (definition.kind == Kind::uniform)
            return {{BlockFactor::Kind::uniform, false, definition.cell}};
        return {{BlockFactor::Kind::rows, false, value}};
    }

    /// Makes a table of a value that is a product still.
    void compute(Value value, bool rescale = false, bool counts = false) {
        Definition& definition = definitions_[value];
        if (definition.kind != Kind::product) return;
        BlockStep step{};
        step.kind = BlockStep::Kind::product;
        step.rescale = rescale;
        step.counts = counts;
        step.out = value;
        step.cells = cells(value);
        std::tie(step.first, step.count) = add_factors(definition.factors);
        program_.steps.push_back(step);
        definition.kind = Kind::rows;
    }

    std::pair<std::uint32_t, std::uint32_t> add_factors(const std::vector<BlockFactor>& factors) {
        const auto first = static_cast<std::uint32_t>(program_.factors.size());
        program_.factors.insert(program_.factors.end(), factors.begin(), factors.end());
        return {first, static_cast<std::uint32_t>(factors.size())};
    }

    /// The operand by which steps refer to a table: its cell if all rows share it, else its name.
    std::uint32_t place_of(Value value) const {
        const Definition& definition = definitions_[value];
        return definition.kind == Kind::uniform ? definition.cell : value;
    }

    void define_sum(Value made) {
        const ContractionGraph::Node& node = graph_.node_of(made);
        compute(node.a);
        compute(node.b);
        const Contraction& c = loops_of(made);
        BlockStep step{};
        step.kind = BlockStep::Kind::contract;
        step.a_uniform = definitions_[node.a].kind == Kind::uniform;
        step.b_uniform = definitions_[node.b].kind == Kind::uniform;
        step.rescale = node.rescale;
        step.counts = counts_in_evidence(made);
        step.out = made;
        step.a = place_of(node.a);
        step.b = place_of(node.b);
        step.cells = c.out_cells;
        step.first = cut_for_block(c, loops_.loops.data() + c.first_loop, program_.parts);
        program_.steps.push_back(step);
        definitions_[made].kind = Kind::rows;
    }

    void finish() {
        for (const Value root : graph_.roots) {
            if (definitions_[root].kind == Kind::uniform) {
                multiply_constant(program_.uniform[definitions_[root].cell]);
                continue;
            }
            const std::vector<BlockFactor> factors = factors_of(root);
            common_.insert(common_.end(), factors.begin(), factors.end());
        }
        for (const auto& [p, value] : graph_.marginals) {
            compute(value);
            program_.outputs.push_back({graph_.variables[p],
                                        definitions_[value].kind == Kind::uniform, place_of(value),
                                        graph_.cardinalities[p], graph_.first_state[p]});
        }
        if (has_last()) {
            std::vector<BlockFactor> factors = factors_of(graph_.joint);
            if (missing_ == MissingTables::summed) {
                program_.missing_sums = names_++;
                factors.push_back({BlockFactor::Kind::rows, false, *program_.missing_sums});
            }
            schedule_scaling(program_, factors);
            std::tie(program_.first_last, program_.last_factors) = add_factors(factors);
            program_.last_states = graph_.cardinalities[graph_.first_kept];
            program_.last_first_state = graph_.first_state[graph_.first_kept];
        }
        schedule_scaling(program_, common_);
        std::tie(program_.first_common, program_.common_factors) = add_factors(common_);
    }

    const ContractionGraph& graph_;
    const BayesianNetwork& network_;
    const Domains& prior_;
    const BlockDensitySource& densities_;
    MissingTables missing_;
    BlockProgram program_;
    BlockTables tables_;
    ContractionParts loops_;
    ContractionBuilder builder_;
    std::vector<Definition> definitions_;  ///< by value of the graph
    std::uint32_t names_;                  ///< of tables: the values, then the densities of scalars
    std::vector<BlockFactor> common_;
};

}  // namespace

std::optional<BlockProgram> compile_block(const ContractionGraph& graph,
                                          const BayesianNetwork& network, const Domains& prior,
                                          std::span<const char> may_miss, MissingTables missing,
                                          const BlockDensitySource& densities) {
    return BlockCompiler(graph, network, prior, may_miss, missing, densities).compile();
}

}  // namespace pgm::detail
