#include <pgm/inference/detail/lanes/block_arrangement.hpp>

#include <pgm/inference/detail/plan/arena_layout.hpp>

namespace pgm::detail {
namespace {

template <class Change>
void change_factors(std::span<BlockFactor> factors, const Change& change) {
    for (BlockFactor& factor : factors) {
        if (factor.kind == BlockFactor::Kind::rows) change(factor.index);
    }
}

/// `change` for every number of a cell where a step reads.
template <class Change>
void change_operands(BlockProgram& program, BlockStep& step, const Change& change) {
    if (step.kind == BlockStep::Kind::product)
        return change_factors(std::span(program.factors).subspan(step.first, step.count), change);
    if (!step.a_uniform) change(step.a);
    if (!step.b_uniform) change(step.b);
}

/// `change` for every number of a cell that is read after the last step.
template <class Change>
void change_results(BlockProgram& program, const Change& change) {
    change_factors(std::span(program.factors).subspan(program.first_common, program.common_factors),
                   change);
    change_factors(std::span(program.factors).subspan(program.first_last, program.last_factors),
                   change);
    for (BlockOutput& output : program.outputs) {
        if (!output.uniform) change(output.cell);
    }
}

}  // namespace

void reuse_memory(BlockProgram& program) {
    ArenaLayout layout(1, 0);
    std::vector<std::uint32_t> table_at(std::size_t{program.arena_cells} + 1, 0);
    for (BlockDensity& density : program.densities) {
        table_at[density.out] = layout.add(2.0 * density.cells, 0);
        layout.use(table_at[density.out], ArenaLayout::forever);
        density.out = table_at[density.out];
    }
    // Numbers of cells become numbers of tables, ...
    for (std::uint32_t i = 0; i < program.steps.size(); ++i) {
        BlockStep& step = program.steps[i];
        change_operands(program, step,
                        [&](std::uint32_t& cell) { layout.use(cell = table_at[cell], i); });
        table_at[step.out] = layout.add(step.cells, i);
        step.out = table_at[step.out];
    }
    change_results(program, [&](std::uint32_t& cell) {
        layout.use(cell = table_at[cell], ArenaLayout::forever);
    });
    program.arena_cells = static_cast<std::uint32_t>(layout.place());
    // ... and cells again.
    const auto place = [&](std::uint32_t& table) {
        table = static_cast<std::uint32_t>(layout.cell(table));
    };
    for (BlockDensity& density : program.densities) {
        place(density.out);
        density.exponents = density.out + density.cells;
    }
    for (BlockStep& step : program.steps) {
        change_operands(program, step, place);
        place(step.out);
    }
    change_results(program, place);
}

void schedule_scaling(const BlockProgram& program, std::span<BlockFactor> factors) {
    int smallest = 0, largest = 1;
    for (BlockFactor& factor : factors) {
        int low = -1022, high = 900;
        if (factor.kind == BlockFactor::Kind::gather) {
            low = program.gathers[factor.index].smallest;
            high = program.gathers[factor.index].largest;
        }
        factor.scale_before = smallest + low < -1022 || largest + high > 1000;
        if (factor.scale_before) smallest = 0, largest = 1;
        smallest += low;
        largest += high;
    }
}

}  // namespace pgm::detail
