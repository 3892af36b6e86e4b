#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <io/table/table_blocks.hpp>

#include <optional>
#include <span>

namespace pgm::io::detail {

// The three ways of reading a table, of one that was encoded (encoded_table.hpp). The types of its
// columns are those that it was written with, but where options declare others: numbers as states,
// or states that are all numbers as numbers.

Dataset read_encoded(ByteSource& source, const DataOptions& options);

/// Null where the columns are not admitted, or a declaration changes the type of one, for which all
/// rows are needed.
std::optional<Rows> encoded_rows(ByteSource& source, const DataOptions& options,
                                 const ColumnCheck& admits);

TableBlocks encoded_blocks(ByteSource& source, const DataOptions& options,
                           std::span<const ColumnDeclaration> wanted);

}  // namespace pgm::io::detail
