#include <pgm/core/error.hpp>
#include <pgm/model/evidence.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>

#include <cmath>
#include <limits>

using namespace pgm;

namespace {

const BayesianNetwork& network() {
    static const BayesianNetwork example = tests::diabetes_1d();
    return example;
}

template <class Action>
std::string failure(Action&& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("Measured evidence: a value is kept until another finding takes its place",
          "[contract][evidence]") {
    const VariableId x = network().id("x");
    Evidence evidence;
    evidence.observe(x, 1.5);
    CHECK(evidence[0].finding == Finding(ObservedValue{1.5}));
    evidence.intervene(x, -2);
    REQUIRE(evidence.size() == 1);
    CHECK(evidence[0].finding == Finding(IntervenedValue{-2}));
    evidence.observe(network().id("class"), StateId(1));
    CHECK(evidence[0].finding == Finding(Observed{StateId(1)}));
    CHECK(Evidence{}.observe(x, 1.0) == Evidence{}.observe(network(), "x", 1));
    CHECK_FALSE(Evidence{}.observe(x, 1.0) == Evidence{}.observe(x, 2.0));
    CHECK_FALSE(Evidence{}.observe(x, 1.0) == Evidence{}.intervene(x, 1.0));
}

TEST_CASE("Measured evidence: only finite values of continuous variables are valid",
          "[contract][evidence]") {
    const VariableId cls = network().id("class"), x = network().id("x");
    const auto problem = [](const Evidence& evidence) {
        return failure([&] { validate(evidence, network()); });
    };
    CHECK(problem(Evidence{}.observe(x, -1e300)) == "no error");
    CHECK(problem(Evidence{}.observe(x, std::numeric_limits<double>::quiet_NaN())) ==
          "the value of 'x' is not a finite number");
    CHECK(problem(Evidence{}.intervene(x, -std::numeric_limits<double>::infinity())) ==
          "the value of 'x' is not a finite number");
    CHECK(problem(Evidence{}.observe(x, StateId(0))) ==
          "evidence on a state of 'x', which is continuous (give a number)");
    CHECK(problem(Evidence{}.likelihood(x, std::vector<double>{1})) ==
          "the likelihood of 'x' has no states to speak of: it is continuous");
    CHECK(problem(Evidence{}.observe(cls, 1.0)) ==
          "a number was given for 'class', which is discrete (give one of its states)");
}

TEST_CASE("Measured evidence: text gives a number for a continuous variable",
          "[contract][evidence]") {
    const VariableId cls = network().id("class"), x = network().id("x");
    CHECK(parse_evidence(network(), "x=3.5, class=a") ==
          Evidence{}.observe(cls, StateId(0)).observe(x, 3.5));
    CHECK(parse_evidence(network(), "x = -1e-3") == Evidence{}.observe(x, -1e-3));
    CHECK(parse_evidence(network(), "do(x='2')") == Evidence{}.intervene(x, 2.0));
    CHECK(parse_evidence(network(), "x=2, x=2.0") == Evidence{}.observe(x, 2.0));
    CHECK(failure([] { parse_evidence(network(), "x=2, x=3"); }) ==
          "column 6: two different findings about 'x'");
    CHECK(failure([] { parse_evidence(network(), "x=tall"); }) ==
          "column 3: 'tall' is not a number, and variable 'x' is continuous");
    CHECK(failure([] { parse_evidence(network(), "x=inf"); }) ==
          "column 3: 'inf' is not a number, and variable 'x' is continuous");
}

TEST_CASE("Measured evidence: an intervention on a continuous variable is no network of its own",
          "[contract][evidence]") {
    CHECK_THROWS_AS(intervened_network(network(), Evidence{}.intervene(network(), "x", 1.0)),
                    EvidenceError);
    CHECK(intervened_network(
              network(), Evidence{}.intervene(network(), "class", "a").observe(network(), "x", 1.0))
              .continuous_count() == 1);
}
