#pragma once

#include <pgm/inference/block_program.hpp>

#include <span>

namespace pgm {

/// Closes the gaps that tables which all rows share, or which are nowhere at all, left in the arena of a program: what rows touch should fit into a near cache.
void close_gaps(BlockProgram& program);

/// Decides before which factors a product is scaled, so that it never leaves the range of doubles, whatever the row. A table out of the arena has numbers of unknown size, from the smallest
/// normal ones upwards.
void schedule_scaling(const BlockProgram& program, std::span<BlockFactor> factors);

}  // namespace pgm
