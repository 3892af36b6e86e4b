#include <learners/counting/detail/fit_run.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;

namespace {

Classifier counted(const Dataset& data, Fit options) {
    return learners::detail::fit_by_counting(data, "y", options);
}

Fit keeping(const char* structure) {
    Fit options{.structure = structure};
    options.keep_statistics = true;
    return options;
}

}  // namespace

TEST_CASE("A classifier by counting has the relative frequencies, one added to every count",
          "[learners]") {
    const Classifier found =
        counted(digits("ya", {"00", "00", "01", "11", ".0"}), {.structure = "nb"});
    CHECK_THAT(table_row(found, "y"),
               Catch::Matchers::Approx(std::vector<double>{4.0 / 6, 2.0 / 6}));
    CHECK_THAT(table_row(found, "a", 0),
               Catch::Matchers::Approx(std::vector<double>{3.0 / 5, 2.0 / 5}));
    CHECK_THAT(table_row(found, "a", 1),
               Catch::Matchers::Approx(std::vector<double>{1.0 / 3, 2.0 / 3}));
    CHECK(found.provenance().rows == 4);
    CHECK(found.provenance().rows_without_class == 1);
}

TEST_CASE("A class of numbers is a class of the numbers that occur", "[learners]") {
    std::vector<Column> columns = digits("a", {"0", "1", "1"}).columns();
    columns.push_back(continuous_column("y", {3.0, 1.0, 3.0}));
    const Classifier found =
        fit(Dataset(columns), "y", {.structure = "nb", .smoothing = MaximumLikelihood{}});
    CHECK(found.schema()[0] == Variable("y", {"1", "3"}));
    CHECK_THAT(table_row(found, "y"),
               Catch::Matchers::Approx(std::vector<double>{1.0 / 3, 2.0 / 3}));
}

TEST_CASE("A classifier that is updated is the one of all rows", "[learners]") {
    const Dataset all = digits("yab", {"000", "011", "110", "101", "1.1", ".01", "000"});
    const std::vector<std::uint32_t> old = {0, 1, 2, 3}, more = {4, 5, 6};
    for (const char* structure : {"nb", "tan"}) {
        const Classifier updated =
            update(counted(all.select_rows(old), keeping(structure)), all.select_rows(more));
        CHECK(updated == counted(all, keeping(structure)));
    }
}

TEST_CASE("An update finds columns and states by their names, and refuses others", "[learners]") {
    const Classifier classifier = counted(digits("ya", {"00", "11"}), keeping("nb"));
    CHECK(update(classifier, digits("ay", {"10", "01"})) ==
          counted(digits("ya", {"00", "11", "01", "10"}), keeping("nb")));
    CHECK_THROWS_WITH(update(classifier, digits("yb", {"00"})),
                      Catch::Contains("no column 'a', which the classifier was fitted with"));
    CHECK_THROWS_AS(update(classifier, digits("ya", {"02"}, 3)), EvidenceError);
    CHECK_THROWS_WITH(update(classifier, digits("ya", {"02"}, 3)),
                      Catch::Contains("'a' is '2' in row 1, a value the network does not know"));
    CHECK_THROWS_WITH(
        update(counted(digits("ya", {"00", "11"}), {.structure = "nb"}), digits("ya", {"00"})),
        Catch::Contains("kept no statistics"));
}

TEST_CASE("The choices of a classifier are read back from it", "[learners]") {
    const Classifier classifier =
        counted(digits("ya", {"00", "11"}), {.structure = "tan", .smoothing = Bdeu{4}});
    CHECK(format(options_of(classifier).structure) == "tan");
    CHECK(std::get<Bdeu>(options_of(classifier).smoothing).sample_size == 4);
}

TEST_CASE("Counting refuses what only expectation maximisation learns", "[learners]") {
    CHECK_THROWS_WITH(
        counted(digits("ya", {"00", "11"}), {.structure = "H{2 states, hidden} -> y, a"}),
        Catch::Contains("declares 'H' hidden"));
    CHECK_THROWS_AS(
        counted(digits("ya", {"00"}), {.structure = "nb", .missing_cells = MissingCells::em}),
        ArgumentError);
    CHECK_THROWS_WITH(counted(digits("ya", {".0", ".1"}), {.structure = "nb"}),
                      Catch::Contains("no row with a class"));
}
