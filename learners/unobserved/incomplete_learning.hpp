#pragma once

#include <learners/search/arc_confidence.hpp>
#include <learners/search/score_search.hpp>
#include <learners/unobserved/missing_cells_in_search.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace pgm::learners {

/// Options of learning a structure from a table with missing values. Plain data.
struct IncompleteLearning {
    /// Null: default_missing_cells() of the table and the algorithm (learn_incomplete.hpp).
    std::optional<MissingCellsInSearch> missing_cells;
    std::uint64_t seed = 1;  ///< of the draws
    /// Rounds of drawing: at least, and at most until the arcs repeat.
    std::size_t least_rounds = 5, most_rounds = 15;
};

/// A structure from a table, and how its missing values were treated.
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

}  // namespace pgm::learners
