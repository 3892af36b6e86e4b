#pragma once

#include <learners/plan/fit_options.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/rows.hpp>

#include <cstddef>
#include <span>

namespace pgm::learners::detail {

/// Throws ArgumentError for `em` and `auto`, which are more than counting
/// (learners/fit/estimator.hpp).
void require_counted_cells(MissingCells missing_cells);

/// The replacements of missing values under `fill` and `state`, learned in one pass over the rows
/// with a class: of every feature that has a value the most frequent state or the mean; of every
/// feature that is without a cell in a row of some weight a state of its own. Nothing under the
/// others. The first column of the schema, which is that of the data before the cuts, is the class.
/// The sums are exact, so neither the order of the rows nor the threads change them.
Replacements replacements_for(std::span<const Variable> schema, MissingCells missing_cells,
                              const Rows& source, std::size_t threads, const StopToken& stop = {});

}  // namespace pgm::learners::detail
