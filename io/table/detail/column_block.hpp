#pragma once

#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::io::detail {

// A table as one block of bytes, as encoded tables have it in a file and mapped tables in memory:
//
//     cells of column 0, zeros, cells of column 1, zeros, ... weights if there are any, zeros
//
// Cells have the width that Column gives them (bytes_of_cell()), in the byte order of the machine.

/// The byte that each column begins at, a multiple of 64; then that of the weights, if there are
/// any, and last the number of bytes of the block.
std::vector<std::size_t> places_in_block(std::span<const Variable> schema, bool have_weights,
                                         std::size_t rows);

/// The table in such a block, which begins at a multiple of 8: views of its cells. Throws the
/// errors of Dataset for cells that are none.
Dataset table_in_block(std::span<const Variable> schema, bool have_weights, std::size_t rows,
                       const char* block);

}  // namespace pgm::io::detail
