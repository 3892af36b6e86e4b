#include <learners/estimate/missing_cells.hpp>

#include <tests/support/catch.hpp>

using namespace pgm::learners;

TEST_CASE("The words for missing values are read and written back", "[learners]") {
    for (const char* const word : {"sum", "fill", "state", "em", "auto"})
        CHECK(format(parse_missing_cells(word)) == word);
    CHECK(parse_missing_cells("auto") == MissingCells::automatic);
    CHECK_THROWS_WITH(parse_missing_cells("fil"),
                      Catch::Contains("treatment of missing values 'fil' (did you mean 'fill'"));
}
