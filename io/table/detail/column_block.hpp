#pragma once

#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::io::detail {

/// Where the cells of a table lie in one block of bytes: column after column, each from a multiple
/// of 64 bytes on, behind them the weights if there are any, and last the end of the block.
std::vector<std::size_t> places_in_block(std::span<const Variable> schema, bool have_weights,
                                         std::size_t rows);

/// The table in such a block, which begins at a multiple of 8: views of its cells. Throws the
/// errors of Dataset for cells that are none.
Dataset table_in_block(std::span<const Variable> schema, bool have_weights, std::size_t rows,
                       const char* block);

}  // namespace pgm::io::detail
