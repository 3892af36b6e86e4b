#include <learners/estimate/missing_cells.hpp>

namespace pgm::learners {

const WordTable<MissingCells>& missing_cells_words() {
    static const auto words =
        WordTable<MissingCells>("treatment of missing values")
            .word("sum", MissingCells::sum,
                  "unobserved: available-case counts, summed out in predictions")
            .word("fill", MissingCells::fill, "the most frequent state, or the mean")
            .word("state", MissingCells::state, "a state of its own")
            .word("em", MissingCells::em,
                  "unobserved: expected counts, by expectation maximisation; learns hidden "
                  "variables too")
            .word("auto", MissingCells::automatic, "whichever has the least out-of-fold log loss");
    return words;
}

MissingCells parse_missing_cells(std::string_view text) {
    return missing_cells_words().parse(text);
}

std::string format(MissingCells missing_cells) {
    return missing_cells_words().format(missing_cells);
}

}  // namespace pgm::learners
