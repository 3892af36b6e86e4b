#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <io/options/data_remarks.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

namespace pgm::io {

/// Reads a table of data from CSV (RFC 4180, and what is found in the wild: other delimiters, a
/// byte-order mark, any line ends, blank lines, blanks around cells). docs/formats.md tells the
/// rules in full. One cell per column and row; a cell is missing when it is one of
/// options.missing_marks, quoted or not.
///
/// Throws ParseError with file:line:column (ragged rows, quotes that are never closed, NUL bytes,
/// repeated or empty column names, cells that are not what was declared), TooLargeError past
/// options.limits, ArgumentError for options that name no column, IoError.
Dataset read_csv(ByteSource& source, const DataOptions& options = {});
Dataset read_csv(std::string_view text, const DataOptions& options = {});

/// The same, with what was noticed: columns that a few cells make discrete.
Dataset read_csv(ByteSource& source, const DataOptions& options, DataRemarks& remarks);

/// The same for files longer than memory: one pass over the file finds out what the columns are, a
/// second one hands over about `rows` rows at a time. All pieces have the same variables, with the
/// states of the whole file.
void for_each_csv_chunk(ByteSource& source, const DataOptions& options, std::size_t rows,
                        const std::function<void(const Dataset&)>& use);

/// A cell as every writer of tables writes it (RFC 4180): quoted where it is empty, holds a
/// delimiter that the reader might guess, a quote or a line end, has a blank at an end, or begins
/// like a byte-order mark; quotes inside are doubled. Throws ArgumentError for text that is not
/// UTF-8, which could not be read back.
std::string csv_cell(std::string_view text);

/// Writes a table with a header line; missing cells are `?`. Cells are quoted only where the reader
/// needs it. Numbers read back as the same doubles. Weights are not written.
void write_csv(const Dataset& data, std::ostream& out);

}  // namespace pgm::io
