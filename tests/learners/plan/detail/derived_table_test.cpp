#include <learners/plan/detail/derived_table.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/small_data.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners::detail;

TEST_CASE("A table whose rows all have a class is not copied", "[learners]") {
    const Dataset data = digits("ya", {"01", "1.", "00"});
    CHECK(&*labelled_rows(data, "y") == &data);
}

TEST_CASE("Rows without a class are left out, the others keep their order", "[learners]") {
    const Dataset data = digits("ya", {"01", ".1", "1.", ".."});
    const DerivedTable labelled = labelled_rows(data, "y");
    CHECK(*labelled == digits("ya", {"01", "1."}));
    CHECK(labelled->rows() == 2);
    CHECK(labelled_rows(digits("ya", {".1", "1."}), "y")->rows() == 1);
}

TEST_CASE("A class that is no column is refused by name", "[learners]") {
    const Dataset data = digits("ya", {"01"});
    CHECK_THROWS_AS(labelled_rows(data, "z"), ArgumentError);
}
