#pragma once

#include <io/csv/detail/csv_rows.hpp>

#include <string>
#include <vector>

namespace pgm::io::detail {

/// The names of the columns, from the first line of a table or, where that is data, c1, c2, ...;
/// the rows are then at the first of data, whatever was read of them before.
///
/// Throws ParseError for names that are empty, repeated or not UTF-8 and for a file without a line,
/// TooLargeError for more columns than options.limits allow.
std::vector<std::string> read_csv_names(CsvRows& rows, const DataOptions& options);

/// Refuse the row at hand for having more or fewer cells than there are columns.
[[noreturn]] void fail_long_row(const CsvRows& rows, const DataOptions& options,
                                std::size_t columns);
[[noreturn]] void fail_short_row(const CsvRows& rows, const DataOptions& options, std::size_t cells,
                                 std::size_t columns);

}  // namespace pgm::io::detail
