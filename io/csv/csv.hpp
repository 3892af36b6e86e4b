#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <io/table/table_blocks.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::io {

/// Reads a data set from CSV: RFC 4180 with the variations that occur in practice (other
/// delimiters, a byte-order mark, any line ends, blank lines, blanks around cells). docs/formats.md
/// has all rules. A cell is missing if it is one of options.missing_marks, quoted or not.
/// `remarks`, if given, receives the columns that only a few cells make discrete.
///
/// Throws IoError, ParseError with file:line:column (rows of unequal length, quotes that are not
/// closed, NUL bytes, repeated or empty column names, cells that contradict a declaration),
/// TooLargeError beyond options.limits, and ArgumentError for options that name no column.
Dataset read_csv(ByteSource& source, const DataOptions& options = {},
                 DataRemarks* remarks = nullptr);
Dataset read_csv(std::string_view text, const DataOptions& options = {});

/// The rows of a table of CSV that may be larger than memory. Finds its columns, which are those
/// that read_csv() has, in a pass that keeps the cells in a scratch file, where there is room, so
/// that the text is read once. `admits` is asked twice: when the first rows are read, and when all
/// are. Returns nothing as soon as it refuses, and for a table of more than a thousand columns,
/// which no part of the rows makes small. The source must outlive the result. Throws the errors of
/// read_csv().
std::optional<Rows> csv_rows(
    ByteSource& source, const DataOptions& options = {},
    const ColumnCheck& admits = [](std::span<const Variable>, std::size_t) { return true; },
    DataRemarks* remarks = nullptr);

/// Reads a table block by block, in one pass. `wanted` are the columns that are kept, with their
/// types (TableBlocks). The source must outlive the result.
TableBlocks csv_blocks(ByteSource& source, const DataOptions& options,
                       std::span<const ColumnDeclaration> wanted);

/// A cell as RFC 4180 requires. It is quoted if it is empty, contains a possible delimiter, a quote
/// or a line end, begins or ends with a blank, or begins with a byte-order mark; quotes inside are
/// doubled. Throws ArgumentError for text that is not UTF-8, which could not be read again.
std::string csv_cell(std::string_view text);

/// Writes a table with a header line. Missing values are `?`, cells are quoted where csv_cell()
/// does so, and numbers read back as the same doubles. Weights are not written.
void write_csv(const Dataset& data, std::ostream& out);

}  // namespace pgm::io
