#pragma once

#include <learners/words/word_table.hpp>

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

}  // namespace pgm::learners
