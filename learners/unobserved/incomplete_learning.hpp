#pragma once

#include <learners/search/arc_confidence.hpp>
#include <learners/search/score_search.hpp>
#include <learners/words/word_table.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pgm::learners {

/// Meaning of a missing value for a search for a structure (learn_incomplete.hpp).
///
/// | word       | a missing value is                               | right where it is missing    |
/// |------------|--------------------------------------------------|------------------------------|
/// | `draw`     | drawn given the known cells of its row, in rounds| at random given these        |
/// | `em`       | unobserved: its row counts in expectation        | at random given these        |
/// | `complete` | a reason to leave out its row                    | completely at random         |
/// | `sum`      | a reason to leave out its row of a test          | completely at random         |
///
/// `em` and `sum` are those of MissingCells (learners/estimate/missing_cells.hpp): expected counts
/// and available-case counts. A score must not be summed over available cases, for a parent with
/// missing values then takes away rows, and with each of them a negative term: `sum` is for
/// algorithms that ask tests alone.
enum class MissingCellsInSearch { draw, complete, em, sum };

/// The words of the table.
const WordTable<MissingCellsInSearch>& missing_cells_in_search_words();

/// Throws ArgumentError that lists the words.
MissingCellsInSearch parse_missing_cells_in_search(std::string_view text);

/// Text that parses back to the same value.
std::string format(MissingCellsInSearch missing_cells);

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
