#include <pgm/inference/detail/graph/contraction_graph.hpp>

#include <algorithm>

namespace pgm::detail {

ContractionGraph::ContractionGraph(std::pmr::memory_resource* memory)
    : variables(memory),
      cardinalities(memory),
      first_state(memory),
      pool(memory),
      scopes(memory),
      nodes(memory),
      roots(memory),
      marginals(memory),
      families(memory),
      maximum_roots(memory),
      leaves(memory) {}

double ContractionGraph::cells(PlanScope axes_of_table) const {
    double product = 1;
    for (const std::uint32_t position : axes_of_table) product *= cardinalities[position];
    return product;
}

std::vector<std::uint32_t> ContractionGraph::reduced(Value value) const {
    std::vector<std::uint32_t> gone;
    walk_union(scope(node_of(value).a), scope(node_of(value).b),
               [&](std::uint32_t position, bool, bool) {
                   if (!std::ranges::binary_search(scope(value), position))
                       gone.push_back(position);
               });
    return gone;
}

/// Starts at the innermost axis: every state of an outer one repeats what is listed, moved on.
void ContractionGraph::append_offsets(const LeafTable& leaf,
                                      std::vector<std::uint32_t>& offsets) const {
    const std::size_t first = offsets.size();
    offsets.resize(first + leaf.cells, 0);
    std::uint32_t* const list = offsets.data() + first;
    std::uint32_t listed = 1;
    for (std::uint32_t i = leaf.axes; i-- > 0;) {
        const LeafAxis& axis = axes[leaf.first_axis + i];
        for (std::uint32_t s = axis.extent; s-- > 0;) {
            const std::uint32_t moved = source_offsets[axis.first_offset + s];
            for (std::uint32_t cell = 0; cell < listed; ++cell)
                list[s * listed + cell] = list[cell] + moved;
        }
        listed *= axis.extent;
    }
}

}  // namespace pgm::detail
