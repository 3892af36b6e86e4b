#pragma once

#include <io/csv/detail/csv_rows.hpp>
#include <io/table/detail/column_encoder.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads the names of the columns from the first line or, if that line is data, makes them c1, c2,
/// ... The rows restart and are then at the first row of data.
///
/// Throws ParseError for names that are empty, repeated or not UTF-8 and for an empty file, and
/// TooLargeError for more columns than options.limits allows.
std::vector<std::string> read_csv_names(CsvRows& rows, const DataOptions& options);

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
