#pragma once

#include <pgm/inference/detail/graph/contraction_graph.hpp>
#include <pgm/inference/detail/lanes/block_density.hpp>
#include <pgm/inference/detail/lanes/block_program.hpp>
#include <pgm/inference/detail/reduce/domains.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace pgm::detail {

/// The way in which the tables that mention a missing value are summed out.
enum class MissingTables : std::uint8_t {
    /// There is only the variable's own, which sums to one.
    barren,
    /// BlockProgram::missing_sums stands for them; the question has one target, and its graph no
    /// other variable that is not observed.
    summed,
};

/// Compiles the graph of a question (Task::joint with at most one target, or Task::marginals) to a
/// program for blocks of rows. `prior` tells which states can occur at all: a row that observes
/// another one is impossible.
///
/// The graph's roles say what rows know: `observed` variables have a code in every row, unless
/// `may_miss` (one flag per variable) admits rows without it; `likelihood` variables have a code or
/// not; `densities` tells which variables are none but stand for observed values. Null when
/// blocks do not suit the question: its shared part is impossible or underflows, or its packed
/// tables are too large.
std::optional<BlockProgram> compile_block(const ContractionGraph& graph,
                                          const BayesianNetwork& network, const Domains& prior,
                                          std::span<const char> may_miss, MissingTables missing,
                                          const BlockDensitySource& densities = {});

}  // namespace pgm::detail
