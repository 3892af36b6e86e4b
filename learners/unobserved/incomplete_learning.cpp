#include <learners/unobserved/incomplete_learning.hpp>

namespace pgm::learners {

const WordTable<MissingCellsInSearch>& missing_cells_in_search_words() {
    using enum MissingCellsInSearch;
    static const auto words =
        WordTable<MissingCellsInSearch>("treatment of missing values in a search")
            .word("draw", draw, "drawn given the known cells of the row, in rounds")
            .word("complete", complete, "rows with missing values are left out")
            .word("em", em, "unobserved: expected counts, by structural EM; states, score bic")
            .word("sum", sum, "unobserved: a test takes the rows that have its columns; of pc");
    return words;
}

MissingCellsInSearch parse_missing_cells_in_search(std::string_view text) {
    return missing_cells_in_search_words().parse(text);
}

std::string format(MissingCellsInSearch missing_cells) {
    return missing_cells_in_search_words().format(missing_cells);
}

}  // namespace pgm::learners
