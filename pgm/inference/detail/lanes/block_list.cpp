#include <pgm/inference/detail/lanes/block_list.hpp>

namespace pgm::detail {
namespace {

/// Assigns each result its cells, behind the tables of the program.
BlockResults results_of(const BlockProgram& program) {
    BlockResults results{};
    const std::uint32_t states = program.last_states;
    std::uint32_t next = program.arena_cells;
    const auto take = [&](std::uint32_t cells) {
        const std::uint32_t first = next;
        next += cells;
        return first;
    };
    results.row_exponent = take(1);
    results.row_log = take(1);
    results.common = take(1);
    results.log_evidence = take(1);
    results.numbers = take(states);
    results.exponents_of_numbers = take(states);
    results.probabilities = take(states);
    results.log_probabilities = take(states);
    results.cells = next;
    return results;
}

}  // namespace

BlockList block_list(const BlockProgram& program) {
    BlockList list{program, results_of(program)};
    list.first = program.steps.data();
    list.last = list.first + program.steps.size();
    list.factors = program.factors.data();
    list.gathers = program.gathers.data();
    list.evidence_axes = program.evidence_axes.data();
    list.tables = program.tables.data();
    list.exponents = program.exponents.data();
    list.uniform = program.uniform.data();
    list.contractions = program.parts.contractions.data();
    list.groups = program.parts.groups.data();
    list.terms = program.parts.terms.data();
    list.normals = program.normals.data();
    list.first_density = program.densities.data();
    list.last_density = list.first_density + program.densities.size();
    for (const BlockDensity& density : program.densities) list.last_densities += density.in_last;
    list.kept_states = program.kept_states.data();
    list.first_output = program.outputs.data();
    list.last_output = list.first_output + program.outputs.size();
    return list;
}

const BlockKernels& block_kernels() {
    static const BlockKernels best =
        simd::best([](auto instruction_set) { return block_kernels(instruction_set); });
    return best;
}

}  // namespace pgm::detail
