#pragma once

#include <io/csv/detail/csv_rows.hpp>

#include <string>
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

}  // namespace pgm::io::detail
