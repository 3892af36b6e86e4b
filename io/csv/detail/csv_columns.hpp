#pragma once

#include <io/csv/detail/csv_rows.hpp>
#include <io/table/detail/column_encoder.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace pgm::io::detail {

/// A cell that an encoder could not take as it is.
struct RefusedCell {
    std::size_t row, column;
    ColumnEncoder::Outcome outcome;
    std::string_view text;
};

/// True if a refused cell has been taken in another way. It is asked by several threads at once,
/// about a column by one of them.
using TakeRefused = std::function<bool(const RefusedCell&)>;

/// Passes the cells of the current piece to the encoders of their columns, until there are `most`
/// rows or no complete one is left. `row` is the number of rows so far and is counted on; there is
/// room for `most`.
///
/// Where all rows of the piece are plain (CsvRows::grid()), their columns are read one after the
/// other by options.threads threads, otherwise the cells in order. Either way the errors are those
/// of the first cell or row at fault: ParseError for a row of another length and for a cell that
/// contradicts its column, TooLargeError for too many states.
void add_rows(CsvRows& rows, std::span<ColumnEncoder> encoders, const DataOptions& options,
              std::size_t& row, std::size_t most, const TakeRefused& take);

}  // namespace pgm::io::detail
