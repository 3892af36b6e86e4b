#include <learners/structure/augmented_structures.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("The words for weights of arcs are read and written back", "[learners]") {
    for (const char* words : {"mi", "k2", "bic", "aic"})
        CHECK(learners::format(learners::parse_arc_weight(words)) == words);
    CHECK_THROWS_AS(learners::parse_arc_weight("K2"), ArgumentError);
}

TEST_CASE("Every weight of arcs bears constant columns, copies of the class and missing values",
          "[learners]") {
    // a is constant, b the class, c missing throughout, d has a row of its own.
    const Dataset data = digits("yabcd", {"000.0", "000.1", "101.0", "101.1", "1010."});
    for (const char* words : {"tan:k2", "fan:k2", "fan:mi", "kdb:2:k2", "kdb:3:aic"}) {
        const Classifier fitted = learners::fit(data, "y", {.structure = words});
        CHECK(fitted.model().network().size() == 5);
    }
}
