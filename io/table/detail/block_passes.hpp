#pragma once

#include <io/table/table_blocks.hpp>
#include <pgm/data/rows.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The blocks of a table from its first row on, each time that it is called.
using BeginBlocks = std::function<TableBlocks()>;

/// The rows of a table that can be begun again: each pass reads its blocks, which have these
/// columns with all their states, and so many rows together. `name` is that of the file.
///
/// A pass throws what reading throws, and IoError where there are other rows than there were.
Rows passes_over(BeginBlocks begin, std::vector<Variable> schema, std::uint64_t rows,
                 std::string name);

}  // namespace pgm::io::detail
