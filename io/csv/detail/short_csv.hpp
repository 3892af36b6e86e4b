#pragma once

#include <io/csv/detail/csv_rows.hpp>
#include <io/options/data_options.hpp>
#include <pgm/data/dataset.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// Tables with fewer columns are always read row by row.
inline constexpr std::size_t fewest_short_columns = 1024;

/// Reads a table with many columns and few rows. The text is kept and read column by column, so
/// only one column at a time needs an encoder. An encoder takes hundreds of bytes, which matters
/// only if columns are short.
///
/// `names` are the columns, and `rows` is at the first row of data. Returns nothing if the columns
/// are not short, or if a cell contradicts the declaration of its column. The caller then reads row
/// by row from the start and reports the first such cell.
std::optional<Dataset> read_short_csv(CsvRows& rows, const DataOptions& options,
                                      std::vector<std::string> names, DataRemarks& remarks);

}  // namespace pgm::io::detail
