#pragma once

#include <io/csv/detail/csv_rows.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <pgm/core/error.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The names of the columns of a CSV file, and notes about how the first line was understood.
struct CsvHeader {
    std::vector<std::string> names;
    std::vector<Problem> notes = {};
};

/// Reads the names of the columns from the first line or, if that line is data, makes them c1, c2,
/// ... The rows restart and are then at the first row of data, and rows.drop_columns_from() is set.
///
/// Three dialects of other programs are understood, each with a note: a first column without a name
/// (an index written by pandas or R), delimiters at the end of the header and of the rows
/// (spreadsheets), and a header without a name for the row names before its columns (write.table of
/// R, between blanks or tabs). docs/formats.md has the rules.
///
/// Throws ParseError for names that are empty, repeated, not UTF-8 or hold control characters and
/// for an empty file, and TooLargeError for more columns than options.limits allows.
CsvHeader read_csv_header(CsvRows& rows, const DataOptions& options);

/// These throw ParseError for a row with more or fewer cells than there are columns.
[[noreturn]] void fail_long_row(const CsvRows& rows, const DataOptions& options,
                                std::size_t columns);
[[noreturn]] void fail_short_row(const CsvRows& rows, const DataOptions& options, std::size_t cells,
                                 std::size_t columns);

/// Throws ParseError or TooLargeError for the last cell, which contradicts what its column is.
[[noreturn]] void fail_cell(const CsvRows& rows, const DataOptions& options,
                            const ColumnEncoder& encoder, ColumnEncoder::Outcome outcome,
                            std::string_view text);

}  // namespace pgm::io::detail
