#include <learners/estimate/missing_cells.hpp>

#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <vector>

namespace pgm::learners {
namespace {

/// In the order of the enumerators.
const std::vector<std::string> missing_cells_words = {"sum", "fill", "state", "em", "auto"};

}  // namespace

MissingCells parse_missing_cells(std::string_view text) {
    const auto found = std::ranges::find(missing_cells_words, text);
    if (found == missing_cells_words.end())
        throw_unknown_word("treatment of missing cells", text, missing_cells_words);
    return static_cast<MissingCells>(found - missing_cells_words.begin());
}

std::string format(MissingCells missing_cells) {
    return missing_cells_words[static_cast<std::size_t>(missing_cells)];
}

}  // namespace pgm::learners
