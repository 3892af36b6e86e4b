#include <learners/plan/detail/derived_table.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

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

TEST_CASE("Numbers are cut and missing values filled in the rows with a class", "[learners]") {
    std::vector<Column> columns = digits("ya", {"00", "1.", ".1"}).columns();
    columns.push_back(continuous_column("x", {1.0, 2.0, 3.0}));
    const Dataset data(columns);
    Discretisation cuts;
    cuts.add("x", {{2.0}});
    Replacements replacements;
    replacements.add("a", StateId(std::size_t{1}));
    const DerivedTable rows = prepared_rows(data, "y", cuts, replacements, 2);
    CHECK(rows->rows() == 2);
    CHECK(rows->column("a").state(1) == StateId(std::size_t{1}));
    // A value on a cut belongs to the interval above it.
    CHECK(rows->column("x").state(0) == StateId(std::size_t{0}));
    CHECK(rows->column("x").state(1) == StateId(std::size_t{1}));
    const Dataset table = digits("ya", {"00", "11"});
    CHECK(&*prepared_rows(table, "y", {}, {}, 1) == &table);
}
