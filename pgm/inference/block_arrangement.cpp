#include <pgm/inference/block_arrangement.hpp>

#include <algorithm>

namespace pgm {

void close_gaps(BlockProgram& program) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> used;  // first cells and ends
    for (const BlockStep& step : program.steps) used.emplace_back(step.out, step.out + step.cells);
    for (const BlockDensity& density : program.densities) used.emplace_back(density.out, density.exponents + density.cells);
    std::ranges::sort(used);
    std::vector<std::uint32_t> new_cell(std::size_t{program.arena_cells} + 1, 0);
    std::uint32_t next = 0, old = 0;
    for (const auto& [first, end] : used) {
        for (old = std::max(old, first); old < end; ++old) new_cell[old] = next++;
    }
    program.arena_cells = next;
    for (BlockStep& step : program.steps) {
        step.out = new_cell[step.out];
        if (step.kind == BlockStep::Kind::contract && !step.a_uniform) step.a = new_cell[step.a];
        if (step.kind == BlockStep::Kind::contract && !step.b_uniform) step.b = new_cell[step.b];
    }
    for (BlockDensity& density : program.densities) {
        density.out = new_cell[density.out];
        density.exponents = new_cell[density.exponents];
    }
    for (BlockFactor& factor : program.factors) {
        if (factor.kind == BlockFactor::Kind::rows) factor.index = new_cell[factor.index];
    }
    for (BlockOutput& output : program.outputs) {
        if (!output.uniform) output.cell = new_cell[output.cell];
    }
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

}  // namespace pgm
