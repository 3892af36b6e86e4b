#include <pgm/inference/detail/lanes/block_tables.hpp>

#include <pgm/core/detail/scaled.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

const double* numbers_of(const BayesianNetwork& network, std::uint32_t variable) {
    return table_of(network.cpds()[variable]).table().values().data();
}

}  // namespace

std::uint32_t BlockTables::column(VariableId variable) {
    std::uint32_t& column = column_of_[variable.index()];
    if (column == ContractionGraph::none) {
        column = static_cast<std::uint32_t>(program_.columns.size());
        program_.columns.push_back(variable);
    }
    return column;
}

std::vector<std::uint32_t> BlockTables::offsets_of(const LeafTable& leaf) const {
    std::vector<std::uint32_t> offsets;
    graph_.append_offsets(leaf, offsets);
    return offsets;
}

std::uint32_t BlockTables::reserve_uniform(std::uint32_t cells) {
    const auto first = static_cast<std::uint32_t>(program_.uniform.size());
    program_.uniform.resize(program_.uniform.size() + cells);
    return first;
}

std::optional<std::uint32_t> BlockTables::add_uniform(const LeafTable& leaf) {
    const std::vector<std::uint32_t> offsets = offsets_of(leaf);
    const std::uint32_t first = reserve_uniform(static_cast<std::uint32_t>(offsets.size()));
    const double* const source = numbers_of(network_, leaf.variable) + leaf.base;
    const std::span<double> cells(program_.uniform.data() + first, offsets.size());
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = source[offsets[i]];
    if (*std::ranges::max_element(cells) == 0) return std::nullopt;
    program_.constant_exponent += rescale(cells);
    return first;
}

/// How many codes an evidence axis has: one more where it may be missing.
std::uint32_t BlockTables::codes_of(std::uint32_t variable) const {
    const auto states = static_cast<std::uint32_t>(network_.cardinality(VariableId(variable)));
    return states + (may_miss_[variable] ? 1 : 0);
}

std::optional<std::uint32_t> BlockTables::add_gather(const LeafTable& leaf) {
    BlockGather gather{};
    gather.first_evidence_axis = static_cast<std::uint32_t>(program_.evidence_axes.size());
    std::size_t combinations = 1;
    for (std::uint32_t i = 0; i < leaf.evidence_axes; ++i) {
        const std::uint32_t variable = graph_.evidence_axes[leaf.first_evidence_axis + i].variable;
        program_.evidence_axes.push_back(
            {column(VariableId(variable)), static_cast<std::uint32_t>(combinations)});
        combinations *= codes_of(variable);
    }
    if (is_masked(leaf)) {
        program_.evidence_axes.push_back({column(VariableId(std::size_t{leaf.variable})),
                                          static_cast<std::uint32_t>(combinations)});
        combinations *= network_.cardinality(VariableId(std::size_t{leaf.variable})) + 1;
    }
    gather.evidence_axes =
        static_cast<std::uint32_t>(program_.evidence_axes.size()) - gather.first_evidence_axis;
    if (combinations * leaf.cells + program_.tables.size() > cost_model::most_packed_cells)
        return std::nullopt;
    const std::uint32_t index = file(gather, leaf.cells, static_cast<std::uint32_t>(combinations));
    BlockGather& filed = program_.gathers[index];
    copy_slices(leaf, filed, static_cast<std::uint32_t>(combinations));
    if (is_masked(leaf)) mask_slices(leaf, filed, static_cast<std::uint32_t>(combinations));
    scale_slices(filed, leaf.cells, static_cast<std::uint32_t>(combinations));
    record_range(filed, leaf.cells, static_cast<std::uint32_t>(combinations));
    return index;
}

std::uint32_t BlockTables::file(BlockGather gather, std::uint32_t cells,
                                std::uint32_t combinations) {
    gather.table = static_cast<std::uint32_t>(program_.tables.size());
    gather.stride = (combinations + pack_rows - 1) / pack_rows * pack_rows;
    gather.first_exponent = BlockGather::none;
    program_.tables.resize(program_.tables.size() + std::size_t{gather.stride} * cells);
    program_.gathers.push_back(gather);
    return static_cast<std::uint32_t>(program_.gathers.size() - 1);
}

void BlockTables::copy_slices(const LeafTable& leaf, const BlockGather& gather,
                              std::uint32_t combinations) {
    const std::vector<std::uint32_t> offsets = offsets_of(leaf);
    const double* const numbers = numbers_of(network_, leaf.variable);
    double* const table = program_.tables.data() + gather.table;
    std::vector<std::uint32_t> at(leaf.evidence_axes, 0);
    for (std::uint32_t g = 0; g < combinations; ++g) {
        std::size_t source = leaf.base;
        bool missing = false;
        for (std::uint32_t i = 0; i < leaf.evidence_axes; ++i) {
            const EvidenceAxis& axis = graph_.evidence_axes[leaf.first_evidence_axis + i];
            missing |= at[i] == network_.cardinality(VariableId(axis.variable));
            source += std::size_t{at[i]} * axis.stride;
        }
        for (std::size_t cell = 0; cell < offsets.size(); ++cell)
            table[cell * gather.stride + g] = missing ? 1.0 : numbers[source + offsets[cell]];
        for (std::uint32_t i = 0;
             i < leaf.evidence_axes &&
             ++at[i] == codes_of(graph_.evidence_axes[leaf.first_evidence_axis + i].variable);
             ++i)
            at[i] = 0;
    }
}

/// Leaves in each combination with a code of the leaf's own variable, which comes last, only the
/// cells of that state; a combination without a code stays as it is.
void BlockTables::mask_slices(const LeafTable& leaf, const BlockGather& gather,
                              std::uint32_t combinations) {
    const auto states =
        static_cast<std::uint32_t>(network_.cardinality(VariableId(std::size_t{leaf.variable})));
    const std::uint32_t per_state = combinations / (states + 1);
    for (std::uint32_t cell = 0; cell < leaf.cells; ++cell) {
        const std::uint32_t state =
            graph_.kept_states[leaf.own_first_state + cell / leaf.own_stride % leaf.own_extent];
        double* const run =
            program_.tables.data() + gather.table + std::size_t{cell} * gather.stride;
        std::fill(run, run + std::size_t{state} * per_state, 0.0);
        std::fill(run + std::size_t{state + 1} * per_state, run + std::size_t{states} * per_state,
                  0.0);
    }
}

void BlockTables::scale_slices(BlockGather& gather, std::uint32_t cells,
                               std::uint32_t combinations) {
    double* const table = program_.tables.data() + gather.table;
    std::vector<double> exponents(combinations, 0.0);
    for (std::uint32_t g = 0; g < combinations; ++g) {
        double largest = 0;
        for (std::uint32_t cell = 0; cell < cells; ++cell)
            largest = std::max(largest, table[std::size_t{cell} * gather.stride + g]);
        const int exponent = excess_exponent(largest);
        if (exponent == 0) continue;
        exponents[g] = exponent;
        for (std::uint32_t cell = 0; cell < cells; ++cell)
            table[std::size_t{cell} * gather.stride + g] =
                std::scalbn(table[std::size_t{cell} * gather.stride + g], -exponent);
    }
    if (std::ranges::all_of(exponents, [](double e) { return e == 0; })) return;
    gather.first_exponent = static_cast<std::uint32_t>(program_.exponents.size());
    program_.exponents.insert(program_.exponents.end(), exponents.begin(), exponents.end());
}

void BlockTables::record_range(BlockGather& gather, std::uint32_t cells,
                               std::uint32_t combinations) const {
    double smallest = 1, largest = 1;
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        const double* const run =
            program_.tables.data() + gather.table + std::size_t{cell} * gather.stride;
        for (std::uint32_t g = 0; g < combinations; ++g) {
            if (run[g] > 0) smallest = std::min(smallest, run[g]);
            largest = std::max(largest, run[g]);
        }
    }
    gather.smallest = std::ilogb(smallest);
    gather.largest = std::ilogb(largest) + 1;
}

/// The Gaussians of a factor of which all rows read the same slice, for the kernels; other
/// densities are computed by ContinuousEvidence.
void BlockTables::add_normals(BlockDensity& density, const ContinuousEvidence& evidence) {
    if (density.evidence_axes > 0) return;
    density.first_term = static_cast<std::uint32_t>(program_.normal_variables.size());
    density.first_normal = static_cast<std::uint32_t>(program_.normals.size());
    for (const ContinuousEvidence::NormalTerm& term : evidence.normal_terms(density.factor)) {
        program_.normal_variables.push_back(term.variable);
        for (std::uint32_t cell = 0; cell < density.cells; ++cell) {
            const ContinuousEvidence::Normal& normal =
                term.cells[std::size_t{density.base} +
                           program_.density_offsets[density.first_offset + cell]];
            program_.normals.insert(program_.normals.end(),
                                    {normal.mean, normal.scale, normal.peak});
        }
    }
    density.terms =
        static_cast<std::uint32_t>(program_.normal_variables.size()) - density.first_term;
}

std::uint32_t BlockTables::add_density(const LeafTable& leaf, const BlockDensitySource& source,
                                       std::uint32_t name) {
    const std::vector<std::uint32_t> offsets = offsets_of(leaf);
    BlockDensity density{};
    density.factor = static_cast<std::uint32_t>(leaf.variable - source.first_slot);
    density.base = leaf.base;
    density.first_offset = static_cast<std::uint32_t>(program_.density_offsets.size());
    density.cells = static_cast<std::uint32_t>(offsets.size());
    density.first_evidence_axis = static_cast<std::uint32_t>(program_.evidence_axes.size());
    for (std::uint32_t i = 0; i < leaf.evidence_axes; ++i) {
        const EvidenceAxis& axis = graph_.evidence_axes[leaf.first_evidence_axis + i];
        if (axis.variable != leaf.variable)
            program_.evidence_axes.push_back(
                {column(VariableId(std::size_t{axis.variable})), axis.stride});
    }
    density.evidence_axes =
        static_cast<std::uint32_t>(program_.evidence_axes.size()) - density.first_evidence_axis;
    density.out = name;
    program_.density_offsets.insert(program_.density_offsets.end(), offsets.begin(), offsets.end());
    add_normals(density, *source.evidence);
    program_.densities.push_back(density);
    return static_cast<std::uint32_t>(program_.densities.size() - 1);
}

std::uint32_t BlockTables::add_check(VariableId variable, std::span<const char> allowed) {
    const auto combinations = static_cast<std::uint32_t>(allowed.size()) + 1;
    BlockGather gather{};
    gather.first_evidence_axis = static_cast<std::uint32_t>(program_.evidence_axes.size());
    gather.evidence_axes = 1;
    gather.largest = 1;
    program_.evidence_axes.push_back({column(variable), 1});
    const std::uint32_t index = file(gather, 1, combinations);
    double* const table = program_.tables.data() + program_.gathers[index].table;
    for (std::size_t s = 0; s < allowed.size(); ++s) table[s] = allowed[s] ? 1.0 : 0.0;
    table[allowed.size()] = 1;
    return index;
}

}  // namespace pgm::detail
