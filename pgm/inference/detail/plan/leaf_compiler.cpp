#include <pgm/inference/detail/plan/leaf_compiler.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

namespace pgm::detail {
namespace {

/// Leaves up to this size that every evidence loads anew have a list of their cells.
constexpr std::uint32_t most_listed_cells = 4096;

}  // namespace

bool LeafCompiler::add(const PlanSketch::Family& family) {
    const Scope& source = std::get<TableCpd>(network_.cpd(family.variable)).scope();
    if (source.cells() > std::uint64_t{1} << 32)
        throw TooLargeError("the table of '" +
                            printable(network_.variable(family.variable).name()) +
                            "' has more than 2^32 cells");
    const bool has_axes = !family.scope.empty();
    Leaf& leaf = (has_axes ? plan_.leaves : plan_.scalars).emplace_back();
    leaf.variable = family.variable.value;
    leaf.first_axis = static_cast<std::uint32_t>(plan_.axes.size());
    leaf.axes = static_cast<std::uint32_t>(family.scope.size());
    leaf.first_given = static_cast<std::uint32_t>(plan_.givens.size());
    leaf.first_cell_offset = Plan::none;
    find_own_axis(family, leaf);
    find_source(source, leaf);
    for (const std::uint32_t p : family.scope) list_axis(p);
    if (!has_axes) return false;
    if (leaf.givens > 0 && leaf.cells <= most_listed_cells) list_cells(leaf);
    plan_.leaf_of[leaf.variable] = static_cast<std::uint32_t>(plan_.leaves.size() - 1);
    return true;
}

/// And how many cells there are.
void LeafCompiler::find_own_axis(const PlanSketch::Family& family, Leaf& leaf) const {
    leaf.cells = 1;
    for (std::size_t i = family.scope.size(); i-- > 0;) {  // from the innermost: strides grow
        const std::uint32_t p = family.scope[i];
        if (sketch_.variables[p] == family.variable) {
            leaf.own_extent = sketch_.cardinalities[p];
            leaf.own_stride = leaf.cells;
            leaf.own_first_state = sketch_.first_state[p];
        }
        leaf.cells *= sketch_.cardinalities[p];
    }
}

/// Members with one state left are read there, those that were observed wherever the evidence says,
/// and the others are axes.
void LeafCompiler::find_source(const Scope& source, Leaf& leaf) {
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
    leaf.givens = static_cast<std::uint32_t>(plan_.givens.size()) - leaf.first_given;
}

void LeafCompiler::list_axis(std::uint32_t position) {
    const std::uint32_t stride = source_stride_[position];
    plan_.axes.emplace_back(sketch_.cardinalities[position],
                            static_cast<std::uint32_t>(plan_.source_offsets.size()));
    for (std::uint32_t s = 0; s < sketch_.cardinalities[position]; ++s) {
        plan_.source_offsets.push_back(static_cast<std::uint32_t>(
            sketch_.kept_states[sketch_.first_state[position] + s] * stride));
    }
}

/// Where the cells of a small leaf are, so that loading it again and again is one short loop.
void LeafCompiler::list_cells(Leaf& leaf) {
    leaf.first_cell_offset = static_cast<std::uint32_t>(plan_.cell_offsets.size());
    plan_.cell_offsets.resize(leaf.first_cell_offset + leaf.cells, 0);
    std::uint32_t* const offsets = plan_.cell_offsets.data() + leaf.first_cell_offset;
    std::uint32_t listed = 1;
    for (std::uint32_t i = leaf.axes;
         i-- > 0;) {  // from the innermost: every state repeats what is listed, moved on
        const LeafAxis& axis = plan_.axes[leaf.first_axis + i];
        for (std::uint32_t s = axis.extent; s-- > 0;) {
            const std::uint32_t moved = plan_.source_offsets[axis.first_offset + s];
            for (std::uint32_t cell = 0; cell < listed; ++cell)
                offsets[s * listed + cell] = offsets[cell] + moved;
        }
        listed *= axis.extent;
    }
}

}  // namespace pgm::detail
