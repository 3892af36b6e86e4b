#pragma once

#include <pgm/inference/detail/lanes/block_program.hpp>

#include <span>

namespace pgm::detail {

/// Gives every table its place in the arena, in cells whose earlier tables no later step reads:
/// from names, of which there are so many, to numbers of cells. A single row's arena does without
/// that while it is small, but one with a vector of rows in every cell should stay as near to the
/// processor as can be.
void place_tables(BlockProgram& program, std::uint32_t names);

/// Decides before which factors a product is scaled, so that it never leaves the range of doubles,
/// whatever the row. A table out of the arena has numbers of unknown size, from the smallest normal
/// ones upwards.
void schedule_scaling(const BlockProgram& program, std::span<BlockFactor> factors);

}  // namespace pgm::detail
