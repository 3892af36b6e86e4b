#include <pgm/inference/detail/graph/leaf_compiler.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <limits>
#include <string>

namespace pgm::detail {

bool LeafCompiler::add(const PlanSketch::Family& family) {
    const Scope& source = table_of(network_.cpd(family.variable)).scope();
    if (source.cells() > std::uint64_t{1} << 32) refuse(family.variable, "more than 2^32 cells");
    const bool has_axes = !family.scope.empty();
    LeafTable& leaf = has_axes ? graph_.leaves.emplace_back() : graph_.scalars.emplace_back();
    leaf.variable = family.variable.value;
    leaf.first_axis = static_cast<std::uint32_t>(graph_.axes.size());
    leaf.axes = static_cast<std::uint32_t>(family.scope.size());
    leaf.first_evidence_axis = static_cast<std::uint32_t>(graph_.evidence_axes.size());
    find_own_axis(family, leaf);
    find_source(source, leaf);
    for (const std::uint32_t p : family.scope) list_axis(p);
    return has_axes;
}

/// The axis of the leaf's own variable, and the number of cells.
void LeafCompiler::find_own_axis(const PlanSketch::Family& family, LeafTable& leaf) const {
    std::uint64_t cells = 1;
    for (std::size_t i = family.scope.size(); i-- > 0;) {  // from the innermost: strides grow
        const std::uint32_t p = family.scope[i];
        if (sketch_.variables[p] == family.variable) {
            leaf.own_extent = sketch_.cardinalities[p];
            leaf.own_stride = static_cast<std::uint32_t>(cells);
            leaf.own_first_state = sketch_.first_state[p];
        }
        cells *= sketch_.cardinalities[p];
        if (cells > std::numeric_limits<std::uint32_t>::max())
            refuse(family.variable, "2^32 cells left");
    }
    leaf.cells = static_cast<std::uint32_t>(cells);
}

void LeafCompiler::refuse(VariableId variable, std::string_view cells) const {
    throw TooLargeError("the table of '" + printable(network_.variable(variable).name()) +
                        "' has " + std::string(cells));
}

/// Members with one state left are read there, those that were observed wherever the evidence says,
/// and the others are axes.
void LeafCompiler::find_source(const Scope& source, LeafTable& leaf) {
    for (std::size_t axis = 0; axis < source.size(); ++axis) {
        const std::size_t v = source.variables()[axis].index();
        const auto stride = static_cast<std::uint32_t>(source.strides()[axis]);
        if (sketch_.fixed_state[v] != PlanSketch::none)
            leaf.base += sketch_.fixed_state[v] * stride;
        else if (sketch_.position[v] == PlanSketch::none)
            graph_.evidence_axes.emplace_back(static_cast<std::uint32_t>(v), stride);
        else
            source_stride_[sketch_.position[v]] = stride;
    }
    leaf.evidence_axes =
        static_cast<std::uint32_t>(graph_.evidence_axes.size()) - leaf.first_evidence_axis;
}

void LeafCompiler::list_axis(std::uint32_t position) {
    const std::uint32_t stride = source_stride_[position];
    graph_.axes.emplace_back(sketch_.cardinalities[position],
                             static_cast<std::uint32_t>(graph_.source_offsets.size()));
    for (std::uint32_t s = 0; s < sketch_.cardinalities[position]; ++s) {
        graph_.source_offsets.push_back(static_cast<std::uint32_t>(
            sketch_.kept_states[sketch_.first_state[position] + s] * stride));
    }
}

}  // namespace pgm::detail
