#include <pgm/data/discretisation.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;

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
    const CutPoints cuts{{-1.5, 0, 1e20}};
    NetworkBuilder net;
    net.add_variable(cuts.variable("x"));
    net.cpt("x").values({0.125, 0.125, 0.25, 0.5});
    const InferenceEngine engine(net.build());
    const auto probability = [&](const char* question) {
        return answer(engine, question).probability();
    };
    CHECK(probability("P(x < -1.5)") == 0.125);
    CHECK(probability("P(x >= -1.5)") == 0.875);
    CHECK(probability("P(x >= -1.5, x < 0)") == 0.125);
    CHECK(probability("P(x >= 1e20)") == 0.5);
    // A cut belongs to the interval that begins there.
    CHECK_THROWS_AS(probability("P(x > 0)"), ParseError);
    CHECK_THROWS_AS(probability("P(x <= 1e20)"), ParseError);
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
