#include <pgm/core/error.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/parse.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/query_network.hpp>

#include <catch2/catch.hpp>
#include <limits>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

const BayesianNetwork network = tests::clinic_network();
const InferenceEngine engine(network);

// Bayes' theorem with the densities of N(30, 8^2) and N(46, 6^2) at 40: 0.2 * 0.0403285 / (0.2 * 0.0403285 + 0.8 * 0.0228311).
constexpr double ill_at_40 = 0.30632385948341273;

}  // namespace

TEST_CASE("A measured value is given like a state", "[query]") {
    CHECK_THAT(answer(engine, "P(Diabetes=yes | cells=40)").probability, WithinAbs(ill_at_40, 1e-14));
    CHECK_THAT(answer(engine, "P(Diabetes=yes | cells = 4e1, Diabetes in {no, yes})").probability, WithinAbs(ill_at_40, 1e-14));
    CHECK(answer(engine, "argmax(Diabetes | cells=40)").explanation.states.front() == StateId(0));
    CHECK(answer(engine, "argmax(Diabetes | cells=46)").explanation.states.front() == StateId(1));
}

TEST_CASE("An expression over several variables and a measured value go together", "[query]") {
    // The report is wrong in one of ten cases whatever the disease: P(ill or reported) = P(ill) + P(well) 0.1.
    CHECK_THAT(answer(engine, "P(Diabetes=yes or Report=ill | cells=40)").probability, WithinAbs(ill_at_40 + (1 - ill_at_40) * 0.1, 1e-14));
}

TEST_CASE("Making a value says nothing of its causes", "[query]") {
    CHECK_THAT(answer(engine, "P(Diabetes=yes | do(cells=40))").probability, WithinAbs(0.2, 1e-15));
}

TEST_CASE("Text and C++ give the same question of a measured value", "[query]") {
    const Query query = distribution_query({network.id("Diabetes")}, {.conditions = {is(network, "Report", "ill")},
                                                                      .interventions = {},
                                                                      .measurements = {{.variable = network.id("cells"), .value = 40.5}}});
    CHECK(to_text(network, query) == "P(Diabetes | Report=ill, cells=40.5)");
    CHECK(parse_query(network, to_text(network, query)) == query);
}

TEST_CASE("What cannot be said of a continuous variable is refused", "[query]") {
    CHECK_THROWS_WITH(parse_query(network, "P(Diabetes | cells=many)"),
                      "column 20: expected a number for 'cells', which is continuous, found 'many'");
    CHECK_THROWS_WITH(parse_query(network, "P(Diabetes | cells=40, cells=41)"), "column 24: 'cells' is given two values");
    CHECK_THROWS_WITH(parse_query(network, "P(Diabetes | cells > 40)"),
                      "column 20: expected '=', found '>' ('cells' is continuous: what can be known of it is a value, cells=1.5)");
    const std::string only_given = " 'cells' is continuous (of a continuous variable a value can be given: P(A | cells=1.5))";
    CHECK_THROWS_WITH(parse_query(network, "P(cells)"), "column 3:" + only_given);
    CHECK_THROWS_WITH(parse_query(network, "P(Diabetes | not cells=40)"), "column 18:" + only_given);
}

TEST_CASE("A measurement built in C++ must fit the network", "[query]") {
    const auto ask = [](std::vector<Measurement> measurements) {
        return answer(engine, distribution_query({VariableId(0)}, {.conditions = {}, .interventions = {}, .measurements = std::move(measurements)}));
    };
    const VariableId cells = network.id("cells");
    CHECK_THROWS_WITH(ask({{VariableId(7), 1}}), "a query names variable number 7, the network has 3");
    CHECK_THROWS_WITH(ask({{network.id("Report"), 1}}), "a query gives a number for 'Report', which is discrete");
    CHECK_THROWS_WITH(ask({{cells, std::numeric_limits<double>::quiet_NaN()}}), "the value of 'cells' is not a finite number");
    CHECK_THROWS_WITH(ask({{cells, 1}, {cells, 1}}), "'cells' is given two values");
    CHECK_THROWS_WITH(answer(engine, "P(Diabetes | cells=inf)"), "the value of 'cells' is not a finite number");
}
