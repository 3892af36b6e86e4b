#pragma once

#include <pgm/inference/detail/graph/contraction_graph.hpp>
#include <pgm/inference/detail/graph/plan_sketch.hpp>

#include <string_view>
#include <vector>

namespace pgm::detail {

/// Finds where in its table of the network each leaf of a graph is read: which states of each axis
/// are left, in the graph's order of axes, and where the slice begins that agrees with the
/// evidence, as far as that is known before there is any. LeafLoader reads what is listed here.
class LeafCompiler {
public:
    /// Writes to `graph`; all three must outlive the compiler. Works in the memory of the sketch.
    LeafCompiler(const BayesianNetwork& network, const PlanSketch& sketch, ContractionGraph& graph)
        : network_(network),
          sketch_(sketch),
          graph_(graph),
          source_stride_(sketch.variables.size(), sketch.families.get_allocator()) {}

    /// Appends a family's table to the graph's leaves, or to its scalars where it has no axes:
    /// false then. Throws TooLargeError for a table of more than 2^32 cells
    /// and for a leaf of 2^32.
    bool add(const PlanSketch::Family& family);

private:
    [[noreturn]] void refuse(VariableId variable, std::string_view cells) const;
    void find_own_axis(const PlanSketch::Family& family, LeafTable& leaf) const;
    void find_source(const Scope& source, LeafTable& leaf);
    void list_axis(std::uint32_t position);

    const BayesianNetwork& network_;
    const PlanSketch& sketch_;
    ContractionGraph& graph_;
    /// Per position, in the table that is being added.
    std::pmr::vector<std::uint32_t> source_stride_;
};

}  // namespace pgm::detail
