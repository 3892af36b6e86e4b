#pragma once

#include <io/csv/detail/csv_rows.hpp>
#include <io/options/data_remarks.hpp>
#include <pgm/data/dataset.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// Tables of fewer columns are not worth a look at how short they are.
inline constexpr std::size_t fewest_short_columns = 1024;

/// Reads a table of few rows for its many columns: its text is kept and read column by column, so
/// that only one column at a time takes more memory than its cells. Reading all columns at once
/// takes hundreds of bytes for each, which a table of longer columns hardly notices.
///
/// `names` are the columns, and `rows` stands at the first row of data. Gives nothing where the
/// text is longer than that is good for, or where a cell does not fit what was declared of its
/// column: reading row by row from the start then finds the first such cell of the file, and its
/// place.
std::optional<Dataset> read_short_csv(CsvRows& rows, const DataOptions& options,
                                      std::vector<std::string> names, DataRemarks& remarks);

}  // namespace pgm::io::detail
