#pragma once

#include <learners/search/learn_structure.hpp>
#include <learners/search/search_control.hpp>
#include <learners/unobserved/incomplete_learning.hpp>
#include <pgm/data/dataset.hpp>

#include <string>

namespace pgm::learners {

/// The default is `sum` for Pc on discrete columns, as missing values do not mislead its tests,
/// else `draw`.
MissingCellsInSearch default_missing_cells(const Dataset& data, const SearchAlgorithm& algorithm);

/// learn_structure() of a table that may have missing values; without any it is the same.
///
/// `draw` is data augmentation (Tanner and Wong 1987, "The calculation of posterior distributions
/// by data augmentation") around the search. The missing values are drawn by the network so far, at
/// first one without arcs; the completed table gives a structure, this the next network, and so on,
/// until the arcs repeat. All missing values of a row are drawn together, from their exact
/// posterior given its known cells (pgm/inference/missing_cells.hpp), or in one sweep of Gibbs
/// sampling where the network is too dense for that. The structure is that of the last round, from
/// the table that it drew. The arcs of the last rounds vary as the draws do: their shares say how
/// sure an arc is in view of the missing values (multiple imputation, Rubin 1987). They do not say
/// what another sample of rows would give; bootstrap() does.
///
/// `em` is structural_em(), which takes discrete columns, scores by BIC and asks no tests.
/// `complete` learns from the rows without missing values. The score is that of the table that was
/// learned from; of `em` and `sum` it is that of the known cells (known_cells_scores()).
///
/// A row without any known cell takes no part in drawing. A row of weight w with
/// missing values is drawn as w rows, or as 64 that share its weight.
///
/// Stopped, it gives the best structure so far: that of the last whole round. Throws what
/// learn_structure() throws; ArgumentError for `sum` in a search by scores, for `em` where it
/// cannot be, for `complete` where every row has a missing value, and for columns without any known
/// cell; and for all but `complete` where discrete columns may have continuous parents. With
/// SearchControl::exchange no shard may have a missing value.
LearnedFromIncomplete learn_incomplete(const Dataset& data, const StructureLearning& learning = {},
                                       const IncompleteLearning& options = {},
                                       const SearchControl& control = {});

/// A sentence about what becomes of the missing values of this table, and where that is right: "12
/// cells are missing: drawn given the known cells of their rows, ...". Empty where none is missing.
std::string missing_cells_remark(const Dataset& data, MissingCellsInSearch treatment);

/// True if some cell is missing.
bool has_missing_cells(const Dataset& data);

/// The rows without missing values. Throws ArgumentError where there are none.
Dataset complete_rows(const Dataset& data);

}  // namespace pgm::learners
