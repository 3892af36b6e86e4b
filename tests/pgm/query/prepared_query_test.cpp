#include <pgm/query/answer.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_network.hpp>

#include <cmath>
#include <string>

using namespace pgm;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// X1 ~ N(1, 2^2), X2 = X1 + N(3, 1); D in {0, 10} with P(10) = 1/4; Y = D + 2 X1 in the mean.
BayesianNetwork sums() {
    return NetworkBuilder::parse(
               "X1{real} -> X2{real}; D{0|10}; X1: normal(1, sd 2); X2: normal(X1 + 3, sd 1); "
               "D: 0.75 0.25")
        .build();
}

double number(const InferenceEngine& engine, const std::string& question) {
    INFO(question);
    return answer(engine, question).value();
}

}  // namespace

TEST_CASE("A question for each state of a variable has a row for each", "[query]") {
    const InferenceEngine engine(tests::query_network());
    const Answer both = answer(engine, "P(Rain | Cloudy)");
    REQUIRE(both.table().rows.size() == 2);
    CHECK(both.table().rows[1].states == std::vector{StateId(1)});
    CHECK(both.table().rows[0].answer.query == "P(Rain | Cloudy=no)");
    CHECK_THAT(both.table().rows[0].answer.distribution()[1], WithinAbs(0.2, 1e-14));
    CHECK_THAT(both.table().rows[1].answer.distribution()[1], WithinAbs(0.8, 1e-14));

    const Answer set = answer(engine, "P(Rain=yes | Cloudy=yes, do(Sprinkler), Wet)");
    REQUIRE(set.table().rows.size() == 4);  // the last variable goes fastest
    CHECK(set.table().rows[1].answer.query ==
          "P(Rain=yes | Cloudy=yes, Wet=yes, do(Sprinkler=off))");
    // Without the sprinkler rain alone wets: P(Rain=yes | Wet=yes) = 1.
    CHECK_THAT(set.table().rows[1].answer.probability(), WithinAbs(1, 1e-14));
}

TEST_CASE("Rows that are impossible are told, and where all are so is the answer", "[query]") {
    const InferenceEngine engine(tests::query_network());
    const Answer some = answer(engine, "P(Cloudy | Rain, Wet=yes, Sprinkler=off)");
    CHECK(some.table().rows[0].answer.impossible());
    CHECK_FALSE(some.table().rows[1].answer.impossible());
    CHECK(answer(engine, "P(Cloudy | dose, Rain=no, Wet=yes, Sprinkler=off)").impossible());
}

TEST_CASE("Formulas are computed from the answers to their questions", "[query]") {
    const InferenceEngine engine(tests::query_network());
    CHECK_THAT(number(engine, "P(Rain=yes | Cloudy=yes)/P(Rain=yes | Cloudy=no)"),
               WithinRel(4.0, 1e-13));
    CHECK_THAT(number(engine, "P(Rain=yes | Cloudy=yes) - P(Rain=yes | Cloudy=no)"),
               WithinRel(0.6, 1e-13));
    CHECK_THAT(number(engine, "1-P(Rain=yes)"), WithinRel(0.5, 1e-13));
    CHECK_THAT(number(engine, "-2*(P(Rain=yes) - P(Sprinkler=on))"), WithinRel(-0.4, 1e-13));
    CHECK_THAT(number(engine, "odds(Rain=yes | Cloudy=yes)"), WithinRel(4.0, 1e-13));
    CHECK_THROWS_WITH(number(engine, "odds(Rain=yes | Rain=yes)"), Catch::Contains("are infinite"));
    CHECK_THROWS_WITH(number(engine, "P(Rain=yes)/P(Rain=yes | Rain=no)"),
                      Catch::Contains("divides by zero"));
    const Answer impossible =
        answer(engine, "P(Rain=yes)/P(Cloudy=yes | Rain=no, Wet=yes, Sprinkler=off)");
    REQUIRE(impossible.impossible());
    CHECK(std::get<ImpossibleEvidence>(impossible.result).given.conditions.size() == 3);
}

TEST_CASE("Statistics of sums are exact for numbers, states and both", "[query]") {
    const InferenceEngine engine(sums());
    CHECK_THAT(number(engine, "E(2 X1 + 1)"), WithinRel(3.0, 1e-12));
    CHECK_THAT(number(engine, "E(X2 - X1)"), WithinRel(3.0, 1e-12));
    CHECK_THAT(number(engine, "var(X2 - X1)"), WithinRel(1.0, 1e-9));
    CHECK_THAT(number(engine, "sd(X2 + X1)"), WithinRel(std::sqrt(17.0), 1e-9));
    CHECK_THAT(number(engine, "median(X2 - 2X1 | X1=5)"), WithinRel(-2.0, 1e-12));
    CHECK_THAT(number(engine, "E(D + X1)"), WithinRel(3.5, 1e-12));
    CHECK_THAT(number(engine, "var(D + X1)"), WithinRel(18.75 + 4, 1e-9));
    CHECK_THAT(number(engine, "E(2 D + 1)"), WithinRel(6.0, 1e-12));
    CHECK_THAT(number(engine, "sd(2 D)"), WithinRel(2 * std::sqrt(18.75), 1e-9));
    CHECK_THAT(number(engine, "median(2 D + 1)"), WithinRel(1.0, 1e-12));
    CHECK_THAT(number(engine, "E(2 X1 + 1 | X1=3)"), WithinRel(7.0, 1e-12));
    CHECK_THAT(number(engine, "cov(X1, X1 + X2)"), WithinRel(8.0, 1e-9));
    CHECK_THAT(number(engine, "mode(X2)"), WithinRel(4.0, 1e-9));
    CHECK(answer(engine, "mode(D)").explanation().states == std::vector{StateId(0)});
}

TEST_CASE("Entropies are in nats, of states, of values and of both", "[query]") {
    const InferenceEngine lawn(tests::query_network()), clinic(tests::clinic_network());
    const double of_rain = -(0.2 * std::log(0.2) + 0.8 * std::log(0.8));
    CHECK_THAT(number(lawn, "H(Rain)"), WithinRel(std::log(2.0), 1e-13));
    CHECK_THAT(number(lawn, "H(Rain | Cloudy)"), WithinRel(of_rain, 1e-13));
    CHECK_THAT(number(lawn, "H(Rain | Cloudy=yes)"), WithinRel(of_rain, 1e-13));
    CHECK_THAT(number(lawn, "H(Rain, Cloudy)"), WithinRel(std::log(2.0) + of_rain, 1e-13));
    CHECK_THAT(number(lawn, "I(Rain; Cloudy)"), WithinRel(std::log(2.0) - of_rain, 1e-12));
    CHECK_THAT(number(lawn, "I(Rain; Sprinkler | Cloudy)"), WithinAbs(0, 1e-14));
    CHECK(std::get<NumericValue>(answer(lawn, "H(Rain)").result).unit == "nats");
    const double of_normal = std::log(2 * M_PI * M_E) / 2;
    CHECK_THAT(number(clinic, "H(cells | Diabetes)"),
               WithinRel(0.8 * std::log(8) + 0.2 * std::log(6) + of_normal, 1e-13));
    // By a sum over 400,000 points of the mixture's density.
    CHECK_THAT(number(clinic, "H(cells)"), WithinRel(3.7073115173542157, 1e-9));
    CHECK_THAT(number(clinic, "I(cells; Diabetes)"), WithinRel(0.26646785696006337, 1e-8));
    const InferenceEngine normal(sums());
    // X1 and X2 have the correlation 2 / sqrt(5).
    CHECK_THAT(number(normal, "I(X1; X2)"), WithinRel(std::log(5.0) / 2, 1e-12));
    CHECK_THROWS_WITH(number(normal, "H(X1 | X1=2)"), Catch::Contains("known exactly"));
    CHECK(answer(lawn, "H(Rain | Cloudy=yes, Cloudy=no)").impossible());
}
