#include <pgm/inference/detail/lanes/block_arrangement.hpp>

#include <pgm/inference/detail/plan/arena_layout.hpp>

namespace pgm::detail {
namespace {

template <class Visit>
void for_each_table(std::span<BlockFactor> factors, const Visit& visit) {
    for (BlockFactor& factor : factors) {
        if (factor.kind == BlockFactor::Kind::rows) visit(factor.index);
    }
}

/// Every table that a step reads.
template <class Visit>
void for_each_operand(BlockProgram& program, BlockStep& step, const Visit& visit) {
    if (step.kind == BlockStep::Kind::product)
        return for_each_table(std::span(program.factors).subspan(step.first, step.count), visit);
    if (!step.a_uniform) visit(step.a);
    if (!step.b_uniform) visit(step.b);
}

/// Every table that is read after the last step.
template <class Visit>
void for_each_result(BlockProgram& program, const Visit& visit) {
    for_each_table(std::span(program.factors).subspan(program.first_common, program.common_factors),
                   visit);
    for_each_table(std::span(program.factors).subspan(program.first_last, program.last_factors),
                   visit);
    for (BlockOutput& output : program.outputs) {
        if (!output.uniform) visit(output.cell);
    }
}

}  // namespace

void place_tables(BlockProgram& program, std::uint32_t names) {
    ArenaLayout layout(1, 0);
    std::vector<std::uint32_t> block(names, 0);
    const auto use_to_the_end = [&](std::uint32_t name) {
        layout.use(block[name], ArenaLayout::forever);
    };
    for (const BlockDensity& density : program.densities) {
        block[density.out] = layout.add(2.0 * density.cells, 0);
        use_to_the_end(density.out);
    }
    if (program.missing_sums) {
        block[*program.missing_sums] = layout.add(program.last_states, 0);
        use_to_the_end(*program.missing_sums);
    }
    for (std::uint32_t i = 0; i < program.steps.size(); ++i) {
        BlockStep& step = program.steps[i];
        for_each_operand(program, step, [&](std::uint32_t name) { layout.use(block[name], i); });
        block[step.out] = layout.add(step.cells, i);
    }
    for_each_result(program, use_to_the_end);
    program.arena_cells = static_cast<std::uint32_t>(layout.place());
    const auto place = [&](std::uint32_t& name) {
        name = static_cast<std::uint32_t>(layout.cell(block[name]));
    };
    for (BlockDensity& density : program.densities) {
        place(density.out);
        density.exponents = density.out + density.cells;
    }
    if (program.missing_sums) place(*program.missing_sums);
    for (BlockStep& step : program.steps) {
        for_each_operand(program, step, place);
        place(step.out);
    }
    for_each_result(program, place);
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
