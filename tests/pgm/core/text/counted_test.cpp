#include <pgm/core/text/number_text.hpp>

#include <tests/support/catch.hpp>

using pgm::counted;

TEST_CASE("One is counted in the singular, all other numbers in the plural") {
    CHECK(counted(0, "row") == "0 rows");
    CHECK(counted(1, "row") == "1 row");
    CHECK(counted(2, "row") == "2 rows");
    CHECK(counted(1, "class") == "1 class");
    CHECK(counted(3, "class") == "3 classes");
    CHECK(counted("1", "free parameter") == "1 free parameter");
    CHECK(counted("9.3e+40", "cell") == "9.3e+40 cells");
}
