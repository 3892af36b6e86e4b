#pragma once

#include <pgm/inference/detail/graph/contraction_graph.hpp>
#include <pgm/inference/detail/lanes/block_density.hpp>
#include <pgm/inference/detail/lanes/block_program.hpp>

#include <optional>
#include <span>

namespace pgm::detail {

/// Brings tables of the network into a BlockProgram: those that all rows share as they are, those
/// of which each row reads a slice packed for look-up.
///
/// Slices whose largest number is far from 1 are scaled by a power of two, as PlanRun does when it
/// loads a leaf. Slices of zeros stay.
class BlockTables {
public:
    /// `may_miss` tells, per variable of the network, whether a row may be without its code; the
    /// code after the last state stands for a slice of ones, in all tables that mention it.
    BlockTables(const ContractionGraph& graph, const BayesianNetwork& network,
                std::span<const char> may_miss, BlockProgram& program)
        : graph_(graph),
          network_(network),
          may_miss_(may_miss),
          program_(program),
          column_of_(network.size(), ContractionGraph::none) {}

    /// The column in which the codes of a variable will be.
    std::uint32_t column(VariableId variable);

    /// True if rows may know a variable that is an axis of the leaf; the states that they did not
    /// observe are zero to them then.
    bool is_masked(const LeafTable& leaf) const {
        return graph_.roles[leaf.variable] == Role::likelihood && leaf.own_extent > 0;
    }
    /// A leaf without evidence axes: its first cell in BlockProgram::uniform. Null when all of
    /// it is zero.
    std::optional<std::uint32_t> add_uniform(const LeafTable& leaf);
    /// A leaf with evidence axes, or masked: its index in BlockProgram::gathers. Null when too
    /// large.
    std::optional<std::uint32_t> add_gather(const LeafTable& leaf);
    /// A leaf of a slot: its index in BlockProgram::densities. Its table goes by `name`.
    std::uint32_t add_density(const LeafTable& leaf, const BlockDensitySource& source,
                              std::uint32_t name);
    /// A look-up of 1 for the states that are allowed (and for a missing value), of 0 for the
    /// others.
    std::uint32_t add_check(VariableId variable, std::span<const char> allowed);

    /// Appends `cells` doubles to BlockProgram::uniform.
    std::uint32_t reserve_uniform(std::uint32_t cells);

private:
    void add_normals(BlockDensity& density, const ContinuousEvidence& evidence);
    std::vector<std::uint32_t> offsets_of(const LeafTable& leaf) const;
    std::uint32_t file(BlockGather gather, std::uint32_t cells, std::uint32_t combinations);
    void copy_slices(const LeafTable& leaf, const BlockGather& gather, std::uint32_t combinations);
    void mask_slices(const LeafTable& leaf, const BlockGather& gather, std::uint32_t combinations);
    void scale_slices(BlockGather& gather, std::uint32_t cells, std::uint32_t combinations);
    void record_range(BlockGather& gather, std::uint32_t cells, std::uint32_t combinations) const;
    std::uint32_t codes_of(std::uint32_t variable) const;

    const ContractionGraph& graph_;
    const BayesianNetwork& network_;
    std::span<const char> may_miss_;
    BlockProgram& program_;
    std::vector<std::uint32_t> column_of_;
};

}  // namespace pgm::detail
