#pragma once

#include <pgm/inference/detail/graph/contraction_graph.hpp>
#include <pgm/inference/detail/lanes/block_density.hpp>
#include <pgm/inference/detail/lanes/block_program.hpp>
#include <pgm/inference/detail/reduce/domains.hpp>

#include <optional>
#include <span>

namespace pgm::detail {

/// From the graph of a question (Task::joint with at most one target, or Task::marginals) to a
/// program for blocks of rows. `prior` tells which states can occur at all: a row that observes
/// another one is impossible.
///
/// The graph's roles say what rows know: `observed` variables have a code in every row, unless
/// `may_miss` (one flag per variable) admits rows without it, which is sound where no other table
/// that matters mentions the variable, for then its own sums to one; `likelihood` variables have a
/// code or not; `densities` tells which variables are none but stand for measured values. Nothing
/// when blocks do not suit the question: its shared part is impossible or underflows, or its packed
/// tables are too large.
std::optional<BlockProgram> compile_block(const ContractionGraph& graph,
                                          const BayesianNetwork& network, const Domains& prior,
                                          std::span<const char> may_miss,
                                          const BlockDensitySource& densities = {});

}  // namespace pgm::detail
