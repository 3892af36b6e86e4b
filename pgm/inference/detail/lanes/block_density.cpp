#include <pgm/inference/detail/lanes/block_density.hpp>

#include <algorithm>

namespace pgm::detail {

BlockDensityReader::BlockDensityReader(const BlockDensitySource& source,
                                       const EvidenceColumns& columns, std::size_t variables)
    : source_(source), roles_(variables, Role::free), values_(variables, nullptr) {
    if (source.evidence == nullptr) return;
    for (const EvidenceColumn& column : columns.columns) {
        if (!std::holds_alternative<std::span<const double>>(column.cells)) continue;
        observed_.push_back(&column);
        roles_[column.variable.index()] = Role::observed;
    }
}

void BlockDensityReader::read(const BlockProgram& program, BlockMemory& memory) {
    if (program.densities.empty()) return;
    collect_values(memory);
    ordered_.clear();
    for (const VariableId variable : program.normal_variables)
        ordered_.push_back(values_[variable.index()]);
    memory.values = ordered_.data();
    const ObservedBlock block{
        .rows = memory.rows, .values = values_, .roles = roles_, .states = {}};
    for (const BlockDensity& density : program.densities) {
        if (density.terms > 0) continue;
        logs_.assign(source_.evidence->scope(density.factor).cells() * memory.rows, 0.0);
        source_.evidence->add_log_densities(density.factor, block, logs_.data(), memory.rows,
                                            scratch_);
        slice(program, density, memory);
    }
}

/// The values where they are, if these are rows that follow each other and fill the block; copies
/// otherwise.
void BlockDensityReader::collect_values(const BlockMemory& memory) {
    const bool in_place = memory.row_list == nullptr && memory.used == memory.rows;
    copies_.resize(in_place ? 0 : observed_.size() * memory.rows);
    double* copy = copies_.data();
    for (const EvidenceColumn* column : observed_) {
        const std::span<const double> cells = std::get<std::span<const double>>(column->cells);
        const double*& place = values_[column->variable.index()];
        if (in_place) {
            place = cells.data() + memory.first_row;
            continue;
        }
        place = copy;
        for (std::uint32_t i = 0; i < memory.rows; ++i) {
            const std::uint32_t row = std::min(i, memory.used - 1);
            *copy++ = cells[memory.row_list ? memory.row_list[row] : memory.first_row + row];
        }
    }
}

/// Copies those of the factor's cells that agree with the codes of each row.
void BlockDensityReader::slice(const BlockProgram& program, const BlockDensity& density,
                               const BlockMemory& memory) {
    for (std::uint32_t cell = 0; cell < density.cells; ++cell) {
        const std::size_t first =
            std::size_t{density.base} + program.density_offsets[density.first_offset + cell];
        double* const out = memory.arena + std::size_t{density.out + cell} * memory.rows;
        if (density.evidence_axes == 0) {
            std::copy_n(logs_.data() + first * memory.rows, memory.rows, out);
            continue;
        }
        for (std::uint32_t row = 0; row < memory.rows; ++row) {
            std::size_t at = first;
            for (std::uint32_t i = 0; i < density.evidence_axes; ++i) {
                const BlockEvidenceAxis& axis =
                    program.evidence_axes[density.first_evidence_axis + i];
                at += std::size_t{memory.codes[std::size_t{axis.column} * memory.rows + row]} *
                      axis.stride;
            }
            out[row] = logs_[at * memory.rows + row];
        }
    }
}

}  // namespace pgm::detail
