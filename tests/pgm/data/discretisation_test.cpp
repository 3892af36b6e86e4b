#include <pgm/data/discretisation.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/detail/interval_label.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE("Discretisation: a cut belongs to the interval that begins there", "[discretisation]") {
    const CutPoints cuts{{30, 40}};
    CHECK(cuts.state(29) == StateId{0});
    CHECK(cuts.state(std::nextafter(30.0, 29.0)) == StateId{0});
    CHECK(cuts.state(30) == StateId{1});
    CHECK(cuts.state(39) == StateId{1});
    CHECK(cuts.state(40) == StateId{2});
    CHECK(cuts.variable("age").states() == std::vector<std::string>{"<30", "[30,40)", ">=40"});
    CHECK(CutPoints{}.variable("age").states() == std::vector<std::string>{"any"});
}

TEST_CASE("Discretisation: the query language reads the labels as the same intervals",
          "[discretisation]") {
    const auto intervals = state_intervals(CutPoints{{-1.5, 0, 1e20}}.variable("x").states());
    REQUIRE(intervals);
    REQUIRE(intervals->size() == 4);
    CHECK((*intervals)[0].upper == -1.5);
    CHECK((*intervals)[0].upper_end == IntervalEnd::excluded);
    CHECK((*intervals)[1] == StateInterval{-1.5, 0, IntervalEnd::included, IntervalEnd::excluded});
    CHECK((*intervals)[3].lower == 1e20);
    CHECK((*intervals)[3].lower_end == IntervalEnd::included);
}

TEST_CASE("Discretisation: applied to data it recodes the columns it knows", "[discretisation]") {
    Discretisation discretisation;
    discretisation.add("age", {{30, 40}});
    discretisation.add("absent", {{1}});
    const Dataset data({continuous_column("age", {35, std::nan(""), 30, 50}),
                        continuous_column("size", {1, 2, 3, 4})},
                       {1, 2, 3, 4});
    const Dataset recoded = discretisation.apply(data);
    CHECK(recoded.column("age").state(0) == StateId{1});
    CHECK(recoded.column("age").is_missing(1));
    CHECK(recoded.column("age").state(2) == StateId{1});
    CHECK(recoded.column("age").state(3) == StateId{2});
    CHECK(recoded.column("size") == data.column("size"));
    CHECK(recoded.weights()[3] == 4);
    CHECK(discretisation.apply(recoded) == recoded);
    CHECK(discretisation.apply(data.schema()) == recoded.schema());
}

TEST_CASE("Discretisation: cut points that are none are refused", "[discretisation]") {
    Discretisation discretisation;
    discretisation.add("age", {{30, 40}});
    CHECK_THROWS_WITH(discretisation.add("age", {{1}}),
                      "column 'age' has been given cut points twice");
    CHECK_THROWS_WITH(discretisation.add("x", {{2, 1}}),
                      "the cut points of column 'x' do not increase: 1 follows 2");
    CHECK_THROWS_WITH(discretisation.add("x", {{1, 1}}),
                      "the cut points of column 'x' do not increase: 1 follows 1");
    CHECK_THROWS_WITH(discretisation.add("x", {{INFINITY}}),
                      "a cut point of column 'x' is not a finite number");
    const std::vector<std::string_view> words{"old"};
    CHECK_THROWS_WITH(discretisation.apply(Dataset({text_column("age", words)})),
                      "column 'age' has states, so it cannot be cut into intervals (only columns "
                      "of numbers can)");
}
