#pragma once

#include <pgm/inference/missing_cells.hpp>
#include <python/src/detail/bindings.hpp>

#include <cstddef>

namespace pgm::python {

/// The posteriors of the missing values of a column among the known cells, which are certain.
///
/// Rows by states: the posterior in the rows without the variable, NaN under impossible evidence,
/// and a point mass in the others.
Array completed_table(const MissingMarginals& found, const EvidenceColumn& column,
                      std::size_t rows);

/// (means, sds, lows, highs) of a continuous column; a known number is its own mean.
nb::tuple completed_numbers(const MissingMarginals& found, const EvidenceColumn& column,
                            std::size_t rows);

/// (rows, state names or numbers) of the cells that were drawn; None and NaN in rows that are
/// impossible.
nb::tuple drawn_values(const DrawnCells& drawn, const Variable& variable);

}  // namespace pgm::python
