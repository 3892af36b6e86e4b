#pragma once

#include <learners/search/arc_confidence.hpp>
#include <learners/search/learn_structure.hpp>
#include <learners/search/score_search.hpp>
#include <learners/search/search_control.hpp>
#include <learners/unobserved/missing_cells_in_search.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace pgm::learners {

/// Options of learning a structure from a table with missing cells. Plain data.
struct IncompleteLearning {
    /// Null: default_missing_cells().
    std::optional<MissingCellsInSearch> missing_cells;
    std::uint64_t seed = 1;  ///< of the draws
    /// Rounds of drawing: at least, and at most until the arcs repeat.
    std::size_t least_rounds = 5, most_rounds = 15;
};

/// A structure from a table, and how its missing cells were treated.
struct LearnedFromIncomplete {
    LearnedStructure structure;
    /// Null where no cell is missing.
    std::optional<MissingCellsInSearch> missing_cells;
    /// The table that the structure was learned from last: complete rows, or those whose missing
    /// cells were drawn. Null: the data themselves.
    std::optional<Dataset> rows;
    /// The share of the last rounds whose structure has each arc. Of drawing alone.
    std::optional<ArcConfidence> confidence;
    std::size_t rounds = 0;  ///< of drawing, or of structural EM
    bool settled = true;     ///< false if the arcs still changed in the last round
};

/// Of Pc on discrete columns `sum`, as missing cells do not mislead its tests, else `draw`.
MissingCellsInSearch default_missing_cells(const Dataset& data, const SearchAlgorithm& algorithm);

/// learn_structure() of a table that may have missing cells; without any it is the same.
///
/// `draw` is data augmentation (Tanner and Wong 1987, "The calculation of posterior distributions
/// by data augmentation") around the search. The missing cells are drawn by the network so far, at
/// first one without arcs; the completed table gives a structure, this the next network, and so on,
/// until the arcs repeat. All missing cells of a row are drawn together, from their exact posterior
/// given its known cells (pgm/inference/missing_cells.hpp), or in one sweep of Gibbs sampling where
/// the network is too dense for that. The structure is that of the last round, from the table that
/// it drew. The arcs of the last rounds vary as the draws do: their shares say how sure an arc is
/// in view of the missing cells (multiple imputation, Rubin 1987). They do not say what another
/// sample of rows would give; bootstrap() does.
///
/// `em` is structural_em(), which takes discrete columns, scores by BIC and asks no tests.
/// `complete` learns from the rows without missing cells.
///
/// A row without any known cell says nothing and takes no part in drawing. A row of weight w with
/// missing cells is drawn as w rows, or as 64 that share its weight.
///
/// Stopped, it gives the best structure so far: that of the last whole round. Throws what
/// learn_structure() throws; ArgumentError for `sum` in a search by scores, for `em` where it
/// cannot be, for `complete` where every row has a missing cell, and for columns without any known
/// cell. With SearchControl::exchange no shard may have a missing cell.
LearnedFromIncomplete learn_incomplete(const Dataset& data, const StructureLearning& learning = {},
                                       const IncompleteLearning& options = {},
                                       const SearchControl& control = {});

/// A sentence about what becomes of the missing cells of this table, and where that is right: "12
/// cells are missing: drawn given the known cells of their rows, ...". Empty where none is missing.
std::string missing_cells_remark(const Dataset& data, MissingCellsInSearch treatment);

/// True if some cell is missing.
bool has_missing_cells(const Dataset& data);

/// The rows without missing cells. Throws ArgumentError where there are none.
Dataset complete_rows(const Dataset& data);

}  // namespace pgm::learners
