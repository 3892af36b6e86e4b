#include <pgm/core/error.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>
#include <tests/support/query_network.hpp>

using namespace pgm;
using Catch::WithinAbs;

namespace {

std::string question_failure(const std::string& question) {
    try {
        parse_query(tests::diabetes_1d(), question);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("Continuous observations: a value on the right of the bar gives the lecture's posterior",
          "[query]") {
    const InferenceEngine engine(tests::diabetes_1d());
    CHECK_THAT(answer(engine, "P(class=a | x=3.5)").probability(),
               WithinAbs(0.5975085749612624, 1e-14));
    CHECK_THAT(answer(engine, "P(class | x=3.5)").distribution()[1],
               WithinAbs(1 - 0.5975085749612624, 1e-14));
    CHECK_THAT(answer(engine, "P(class=a | do(x=3.5))").probability(), WithinAbs(0.6, 1e-15));
    CHECK_THAT(answer(engine, "P(not class=b | 'x'='3.5', class in {a, b})").probability(),
               WithinAbs(0.5975085749612624, 1e-14));
    CHECK(answer(engine, "argmax(* | x=-1e-3)").explanation().states == std::vector{StateId(0)});
}

TEST_CASE("Continuous observations: text and value say the same", "[query]") {
    const BayesianNetwork network = tests::diabetes_1d();
    const Query parsed = parse_query(network, "P(class | x = -0.25)");
    CHECK(parsed == Query{DistributionOf{{network.id("class")}},
                          {.observations = {{network.id("x"), -0.25}}}});
    CHECK(format(network, parsed) == "P(class | x=-0.25)");
    CHECK(parse_query(network, format(network, parsed)) == parsed);
    CHECK(format(network, parse_query(network, "P(class | do(x=2))")) == "P(class | do(x=2))");
}

TEST_CASE("Continuous observations: what makes no sense is refused with its place", "[query]") {
    CHECK(question_failure("P(class | x=tall)") ==
          "column 13: expected a number for 'x', which is continuous, found 'tall'");
    CHECK(question_failure("P(class | x=1, x=1.0, x=2)") == "column 23: 'x' is given two values");
    CHECK(question_failure("P(class | x=1, do(x=1))") == "column 19: 'x' is given two values");
    CHECK(question_failure("P(class | class=a or x=1)") ==
          "column 23: 'x' is continuous: that it is one number has a density, and the probability "
          "0 (ask for P(x) or an interval, P(1 < x <= 3); what was measured stands on the right of "
          "'|')");
    CHECK_THROWS_WITH(
        validate(Query{DistributionOf{{VariableId(0)}}, {.observations = {{VariableId(0), 1}}}},
                 tests::diabetes_1d()),
        "a query gives a number for 'class', which is discrete");
}
