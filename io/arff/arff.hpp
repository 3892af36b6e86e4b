#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <io/table/table_blocks.hpp>
#include <pgm/data/dataset.hpp>

#include <memory>
#include <span>
#include <string_view>

namespace pgm::io {

/// Reads a data set in Weka's attribute-relation file format. docs/formats.md has all rules.
///
///  - Letter case does not matter in keywords. Words are separated by blanks and tabs; names and
///    values may be quoted, with backslash escapes; `%` begins a comment.
///  - A nominal attribute becomes a discrete column with the declared states in their order.
///    Numeric, real and integer attributes become continuous columns, date attributes the columns
///    of DateOptions if their pattern has digits only, string attributes discrete columns with the
///    states that occur, in the order of sort_states().
///  - `?` is a missing value, a quoted '?' is a value. The empty text '' is a missing value, too,
///    even if it is declared as a state. A comma at the end of a row or of a list of states is
///    ignored.
///  - A cell that a sparse row {3 x, 5 1.5} leaves out is 0 or the first declared state.
///  - A number in braces after a row is its weight; rows without one weigh 1.
///
/// Declarations in `options` overrule the file: a nominal attribute of numbers may be read as
/// continuous, and vice versa. Throws IoError, ParseError with file:line:column, ArgumentError for
/// options that name no column, and TooLargeError beyond options.limits.
/// `remarks`, if given, receives notes about what the header declares.
Dataset read_arff(ByteSource& source, const DataOptions& options = {},
                  DataRemarks* remarks = nullptr);
Dataset read_arff(std::string_view text, const DataOptions& options = {});

/// Reads a table block by block, in one pass. `wanted` are the columns that are kept; their types
/// are those of the file (TableBlocks). The source must outlive the result.
TableBlocks arff_blocks(ByteSource& source, const DataOptions& options,
                        std::span<const ColumnDeclaration> wanted);

}  // namespace pgm::io
