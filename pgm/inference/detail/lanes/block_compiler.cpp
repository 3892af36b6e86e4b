#include <pgm/inference/detail/lanes/block_compiler.hpp>

#include <pgm/core/detail/float_flags.hpp>
#include <pgm/inference/detail/lanes/block_arrangement.hpp>
#include <pgm/inference/detail/lanes/block_tables.hpp>
#include <pgm/inference/detail/lanes/block_uniform.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

/// Where a table of the plan is, seen from the instruction that needs it.
struct Definition {
    enum class Kind : std::uint8_t {
        uniform,  ///< in BlockProgram::uniform, at `cell`
        rows,     ///< in the arena, at `cell`
        product,  ///< nowhere yet: a product of `factors`; where it must be somewhere, at `cell`
        /// In the arena, at `cell`, to the end: the numbers of BlockProgram::densities[`density`].
        density,
    };
    Kind kind = Kind::rows;
    bool in_last = false;  ///< goes into the last product cell by cell
    std::uint32_t cell = 0, cells = 0, uses = 0, density = 0;
    std::uint32_t a = 0, b = 0;  ///< definitions of the operands
    std::vector<BlockFactor> factors;
};

bool is_elementwise(const Contraction& c, const Loop* loops) {
    return !c.maximise && !c.accumulate && std::all_of(loops, loops + c.loops, [](const Loop& l) {
        return l.extent == 1 || (l.out != 0 && l.out == l.a && l.out == l.b);
    });
}

class BlockCompiler {
public:
    BlockCompiler(const Plan& plan, const BayesianNetwork& network, const Domains& prior,
                  std::span<const char> may_miss, const BlockDensitySource& densities)
        : plan_(plan),
          network_(network),
          prior_(prior),
          densities_(densities),
          tables_(plan, network, may_miss, program_) {}

    std::optional<BlockProgram> compile() {
        const FloatFlags flags;
        program_.kept_states = plan_.kept_states;
        program_.arena_cells = plan_.arena_cells;
        definitions_.resize(plan_.leaves.size() + plan_.contractions.size() + 1);
        if (!define_leaves() || !collect_scalars()) return std::nullopt;
        link_contractions();
        mark_last_product();
        for (std::size_t i = 0; i < plan_.contractions.size(); ++i) emit(i);
        finish();
        reuse_memory(program_);
        if (flags.lost_precision()) return std::nullopt;
        return std::move(program_);
    }

private:
    using Kind = Definition::Kind;

    std::uint32_t unit() const {
        return static_cast<std::uint32_t>(plan_.leaves.size() + plan_.contractions.size());
    }

    bool define_leaves() {
        Definition& one = definitions_[unit()];
        one.kind = Kind::uniform;
        one.cell = tables_.reserve_uniform(1);
        one.cells = 1;
        program_.uniform[one.cell] = 1;
        for (std::uint32_t i = 0; i < plan_.leaves.size(); ++i) {
            const Leaf& leaf = plan_.leaves[i];
            Definition& definition = definitions_[i];
            definition.cell = leaf.cell;
            definition.cells = leaf.cells;
            if (densities_.is_slot(leaf.variable)) {
                define_density(leaf, definition);
                continue;
            }
            if (leaf.givens > 0 || tables_.is_masked(leaf)) {
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

    void define_density(const LeafTable& leaf, Definition& definition) {
        definition.kind = Kind::density;
        definition.density = tables_.add_density(leaf, densities_);
        definition.cell = program_.densities[definition.density].out;
    }

    bool collect_scalars() {
        for (const LeafTable& scalar : plan_.scalars) {
            if (densities_.is_slot(scalar.variable)) {
                const std::uint32_t number = tables_.add_density(scalar, densities_);
                common_.push_back({BlockFactor::Kind::rows, false, program_.densities[number].out});
                continue;
            }
            if (scalar.givens == 0) {
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
            if (plan_.roles[v] == Role::observed || plan_.roles[v] == Role::likelihood)
                check_states(VariableId(v));
        }
        return true;
    }

    /// Rows with a state that never occurs are impossible; nothing else in the plan need know such
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

    /// Which definition each operand is, and how often each is used. Cells of the arena are used
    /// again and again; definitions are not.
    void link_contractions() {
        std::vector<std::uint32_t> at(std::size_t{plan_.arena_cells} + 1, unit());
        for (std::uint32_t i = 0; i < plan_.leaves.size(); ++i) at[plan_.leaves[i].cell] = i;
        for (std::size_t i = 0; i < plan_.contractions.size(); ++i) {
            const Contraction& c = plan_.contractions[i];
            Definition& definition = definitions_[plan_.leaves.size() + i];
            definition.cell = c.out;
            definition.cells = c.out_cells;
            definition.a = at[c.a];
            definition.b = at[c.b];
            ++definitions_[definition.a].uses;
            ++definitions_[definition.b].uses;
            at[c.out] = static_cast<std::uint32_t>(plan_.leaves.size() + i);
        }
        for (const std::uint32_t root : plan_.roots)
            ++definitions_[roots_.emplace_back(at[root])].uses;
        for (const MarginalOutput& output : plan_.marginals)
            ++definitions_[outputs_.emplace_back(at[output.cell])].uses;
        if (!plan_.kept.empty()) ++definitions_[last_ = at[plan_.joint_cell]].uses;
    }

    /// The tables over the target that are multiplied into its joint with the evidence.
    void mark_last_product() {
        if (plan_.kept.empty()) return;
        std::vector<std::uint32_t> open{last_};
        while (!open.empty()) {
            const std::uint32_t d = open.back();
            open.pop_back();
            if (definitions_[d].uses > 1) continue;
            definitions_[d].in_last = true;
            if (definitions_[d].kind == Kind::density)
                program_.densities[definitions_[d].density].in_last = true;
            if (d < plan_.leaves.size() || d == unit()) continue;
            const Contraction& c = plan_.contractions[d - plan_.leaves.size()];
            if (!is_elementwise(c, plan_.parts.loops.data() + c.first_loop)) continue;
            open.push_back(definitions_[d].a);
            open.push_back(definitions_[d].b);
        }
    }

    void emit(std::size_t number) {
        const Contraction& c = plan_.contractions[number];
        Definition& out = definitions_[plan_.leaves.size() + number];
        Definition &a = definitions_[out.a], &b = definitions_[out.b];
        if (a.kind == Kind::uniform && b.kind == Kind::uniform) {
            emit_uniform(c, number < plan_.forward, out);
        } else if (is_elementwise(c, plan_.parts.loops.data() + c.first_loop) &&
                   a.cells == b.cells) {
            emit_product(c, number < plan_.forward, out);
        } else {
            place(a);
            place(b);
            emit_contraction(c, number < plan_.forward, out);
        }
    }

    void emit_uniform(const Contraction& c, bool counts, Definition& out) {
        out.kind = Kind::uniform;
        out.cell = tables_.reserve_uniform(c.out_cells);
        double* const uniform = program_.uniform.data();
        const int exponent = contract_uniform(
            c, plan_.parts.loops.data() + c.first_loop, uniform + out.cell,
            uniform + definitions_[out.a].cell, uniform + definitions_[out.b].cell);
        if (counts) program_.constant_exponent += exponent;
    }

    void emit_product(const Contraction& c, bool counts, Definition& out) {
        for (const std::uint32_t operand : {out.a, out.b}) {
            Definition& definition = definitions_[operand];
            if (operand == unit()) continue;
            const std::vector<BlockFactor> factors = factors_of(definition, out.in_last);
            out.factors.insert(out.factors.end(), factors.begin(), factors.end());
        }
        out.kind = Kind::product;
        const bool from_arena = std::ranges::any_of(
            out.factors, [](const BlockFactor& f) { return f.kind == BlockFactor::Kind::rows; });
        // What lies in the arena now may be overwritten soon, so such a product is taken at once;
        // one that is to be scaled, too.
        if (!out.in_last && (from_arena || c.rescale || out.uses > 1))
            place(out, c.rescale, counts);
    }

    /// The factors that stand for a table in a product.
    std::vector<BlockFactor> factors_of(Definition& definition, bool for_last) {
        if (definition.kind == Kind::product && definition.uses == 1) return definition.factors;
        place(definition);
        if (definition.kind == Kind::uniform)
            return {{BlockFactor::Kind::uniform, false, definition.cell}};
        if (!for_last || definition.kind == Kind::density)
            return {{BlockFactor::Kind::rows, false, definition.cell}};
        // A copy that stays until the last product.
        const std::uint32_t copy = program_.arena_cells;
        program_.arena_cells += definition.cells;
        add_product_step({{BlockFactor::Kind::rows, false, definition.cell}}, copy,
                         definition.cells);
        return {{BlockFactor::Kind::rows, false, copy}};
    }

    /// Makes sure that a table lies somewhere.
    void place(Definition& definition, bool rescale = false, bool counts = false) {
        if (definition.kind != Kind::product) return;
        BlockStep& step = add_product_step(definition.factors, definition.cell, definition.cells);
        step.rescale = rescale;
        step.counts = counts;
        definition.kind = Kind::rows;
    }

    BlockStep& add_product_step(const std::vector<BlockFactor>& factors, std::uint32_t cell,
                                std::uint32_t cells) {
        BlockStep step{};
        step.kind = BlockStep::Kind::product;
        step.out = cell;
        step.cells = cells;
        std::tie(step.first, step.count) = add_factors(factors);
        return program_.steps.emplace_back(step);
    }

    std::pair<std::uint32_t, std::uint32_t> add_factors(const std::vector<BlockFactor>& factors) {
        const auto first = static_cast<std::uint32_t>(program_.factors.size());
        program_.factors.insert(program_.factors.end(), factors.begin(), factors.end());
        return {first, static_cast<std::uint32_t>(factors.size())};
    }

    void emit_contraction(const Contraction& c, bool counts, Definition& out) {
        const Definition &a = definitions_[out.a], &b = definitions_[out.b];
        BlockStep step{};
        step.kind = BlockStep::Kind::contract;
        step.a_uniform = a.kind == Kind::uniform;
        step.b_uniform = b.kind == Kind::uniform;
        step.rescale = c.rescale;
        step.counts = counts;
        step.out = out.cell;
        step.a = a.cell;
        step.b = b.cell;
        step.cells = c.out_cells;
        step.first = cut_for_block(c, plan_.parts.loops.data() + c.first_loop, program_.parts);
        program_.steps.push_back(step);
        out.kind = Kind::rows;
    }

    void finish() {
        for (const std::uint32_t root : roots_) {
            Definition& definition = definitions_[root];
            if (definition.kind == Kind::uniform)
                multiply_constant(program_.uniform[definition.cell]);
            else
                for (const BlockFactor& factor : factors_of(definition, false))
                    common_.push_back(factor);
        }
        for (std::size_t i = 0; i < outputs_.size(); ++i) {
            Definition& definition = definitions_[outputs_[i]];
            place(definition);
            program_.outputs.push_back({plan_.marginals[i].variable,
                                        definition.kind == Kind::uniform, definition.cell,
                                        plan_.marginals[i].states, plan_.marginals[i].first_state});
        }
        if (!plan_.kept.empty()) {
            std::vector<BlockFactor> factors = factors_of(definitions_[last_], false);
            schedule_scaling(program_, factors);
            std::tie(program_.first_last, program_.last_factors) = add_factors(factors);
            program_.last_states = plan_.kept.front().states;
            program_.last_first_state = plan_.kept.front().first_state;
        }
        schedule_scaling(program_, common_);
        std::tie(program_.first_common, program_.common_factors) = add_factors(common_);
    }

    const Plan& plan_;
    const BayesianNetwork& network_;
    const Domains& prior_;
    const BlockDensitySource& densities_;
    BlockProgram program_;
    BlockTables tables_;
    std::vector<Definition> definitions_;  ///< of the leaves, the contractions, and the number 1
    std::vector<std::uint32_t> roots_, outputs_;
    std::uint32_t last_ = 0;
    std::vector<BlockFactor> common_;
};

}  // namespace

std::optional<BlockProgram> compile_block(const Plan& plan, const BayesianNetwork& network,
                                          const Domains& prior, std::span<const char> may_miss,
                                          const BlockDensitySource& densities) {
    return BlockCompiler(plan, network, prior, may_miss, densities).compile();
}

}  // namespace pgm::detail
