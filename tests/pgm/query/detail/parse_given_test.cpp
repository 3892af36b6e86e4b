#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_checks.hpp>
#include <tests/support/query_network.hpp>
#include <tests/support/query_terms.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::tests::query_terms;

namespace {

Given given(const std::string& text) {
    return parse_given(network, text);
}

std::string failure_of(const std::string& text) {
    try {
        given(text);
    } catch (const ParseError& error) {
        return error.what();
    }
    return "no error";
}

const std::string list_hint =
    " (one number per state, in their order: [0.9, 0.2]; a name with a bracket and a comma is put "
    "in quotes)";

VariableId id(std::string_view name) {
    return network.id(name);
}

}  // namespace

TEST_CASE("What stands right of the bar and what stands alone as evidence are one grammar",
          "[query]") {
    for (const std::string text :
         {"Rain=yes", "Rain!=yes, Wet=no", "age in {0-17, 65+}", "Rain=yes or Sprinkler=on",
          "not (Rain=yes and Wet=no)", "dose > 5, grade <= B", "do(Rain=yes, Wet=no), Cloudy=no",
          "Rain=[0.9, 0.2]", "Rain~[0.7, 0.3], age not in {65+}",
          "(Rain=yes, Wet=yes) or Cloudy=no", "lower body=<5, 'or'=yes"}) {
        INFO(text);
        CHECK(given(text) == parsed("P(hours | " + text + ")").given);
    }
    CHECK(given("").empty());
    CHECK(given("  ").empty());
}

TEST_CASE("Soft evidence is a list of numbers, one per state", "[query]") {
    const Given likelihood{.likelihoods = {{id("Rain"), {0.9, 0.2}}}};
    for (const std::string text : {"Rain=[0.9, 0.2]", "Rain = [ 0.9 ,0.2 ]", "'Rain'==[9e-1,.2]"}) {
        INFO(text);
        CHECK(given(text) == likelihood);
    }
    CHECK(given("dose=[1, 0, 2]").likelihoods ==
          std::vector<SoftObservation>{{id("dose"), {1, 0, 2}}});
    CHECK(given("Rain=[0.9, 0.2], Rain=[0.9, 0.2]").likelihoods.size() == 2);
    CHECK(given("Rain~[0.9, 0.1], Rain~[0.9, 0.1]").posteriors.size() == 1);
    const Given posterior{.posteriors = {{id("Rain"), {0.7, 0.3}}}};
    for (const std::string text : {"Rain~[0.7, 0.3]", "Rain ~ [0.7,0.3 ]", "'Rain' ~[ 0.7, 0.3]"}) {
        INFO(text);
        CHECK(given(text) == posterior);
    }
    CHECK(given("Wet=yes, Rain~[0.7, 0.3], do(Cloudy=no)") ==
          Given{.conditions = {wet},
                .interventions = {intervention(network, "Cloudy", "no")},
                .posteriors = posterior.posteriors});
}

TEST_CASE("Soft evidence is written out as it is read", "[query]") {
    const std::string text = "P(Rain | Wet=yes, 'lower body'=[1, 0.5, 0], Cloudy~[0.25, 0.75])";
    CHECK(format(network, parsed(text)) == text);
}

TEST_CASE("Soft evidence that makes no sense is refused with its column", "[query]") {
    CHECK(failure_of("Rain=[0.9]") ==
          "column 6: the likelihood of 'Rain' has 1 value, but the variable has 2 states");
    CHECK(failure_of("Rain=[0.9, -1]") ==
          "column 6: the likelihood of 'Rain' holds a number that is negative or not finite");
    CHECK(failure_of("Rain=[0.9, x]") == "column 12: expected a number, found 'x]'" + list_hint);
    CHECK(failure_of("Rain=[0.9, 0.2") ==
          "column 15: expected ',' or ']', found the end" + list_hint);
    CHECK(failure_of("Rain=[]") == "column 7: expected a number, found '[]'" + list_hint);
    CHECK(failure_of("Rain~[0.9, 0.2]") ==
          "column 6: the probabilities that 'Rain' is to have sum to 1.1, not 1 (what need not sum "
          "to 1 is a likelihood, Rain=[...])");
    CHECK(failure_of("Rain~[0.9, 0.1], Rain~[0.8, 0.2]") ==
          "column 23: 'Rain' is given two posterior distributions");
    CHECK(failure_of("Rain~yes") ==
          "column 6: expected '[', found 'yes' (the probabilities of the states after the "
          "evidence, in their order, Rain~[...]; 'not' is written not or !)");
    CHECK(failure_of("Rian~[0.9, 0.1]") == "column 1: no variable 'Rian' (did you mean 'Rain'?)");
    CHECK(failure_of("Wet=yes or Rain=[0.9, 0.1]") ==
          "column 16: soft evidence cannot stand here (Rain=[...] and Rain~[...] stand between "
          "commas on the right of '|', by themselves)");
    CHECK(
        failure_of("not Rain~[0.9, 0.1]").starts_with("column 9: soft evidence cannot stand here"));
    CHECK(failure_of("do(Rain=yes), Rain=[0.9, 0.1]").starts_with("no error"));
    CHECK_THROWS_WITH(answer(InferenceEngine(network), "P(Wet | do(Rain=yes), Rain=[0.9, 0.1])"),
                      Catch::Contains("'Rain' is set by do()"));
}

TEST_CASE("Evidence is no question", "[query]") {
    CHECK(failure_of("P(Rain | Wet=yes)").starts_with("column 2: expected =, !="));
    CHECK(failure_of("Rain=yes | Wet=yes") ==
          "column 10: '|' has no place in evidence (evidence is what stands on its right in a "
          "question; for a disjunction write 'or' or '||')");
    CHECK(
        failure_of("Rain=yes Wet=yes").starts_with("column 10: expected ',' between two findings"));
    CHECK(failure_of("Rain=yes)").starts_with("column 9: expected ',' between two findings"));
    CHECK(failure_of("Rain=yes,").starts_with("column 10: expected a condition, found the end"));
}

TEST_CASE("Reports about one variable are independent, and meet what else is said of it",
          "[query]") {
    // P(Rain=yes) = 1/2.
    const InferenceEngine engine(network);
    const auto p = [&](const char* text) { return answer(engine, text).probability(); };
    CHECK(p("P(Rain=yes | Rain=[0.5, 0.25])") == Approx(0.25 / 0.75));
    CHECK(p("P(Rain=yes | Rain=[0.5, 0.25], Rain=[1, 0.5])") == Approx(0.125 / 0.625));
    CHECK(p("P(dose=5 | dose != 10, dose=[1, 7, 3])") == Approx(0.25));
    const Answer observed = answer(engine, "P(Wet | Rain=yes, Rain=[0.5, 0.25])");
    CHECK(observed.log_evidence == Approx(std::log(0.5 * 0.25)));
    CHECK(answer(engine, "P(Wet | Rain=yes, Rain=[0.5, 0])").impossible());
}

TEST_CASE("States that are intervals are states, not numbers of soft evidence", "[query]") {
    NetworkBuilder builder = NetworkBuilder::parse("x{'[0,40]'|'(40,100]'}; y{'[1;2)'|z}");
    builder.cpt("x").values({0.25, 0.75});
    builder.cpt("y").values({0.5, 0.5});
    const BayesianNetwork cut = builder.build();
    CHECK(parse_given(cut, "x=[0,40]") == parse_given(cut, "x='[0,40]'"));
    CHECK(parse_given(cut, "x=(40,100], y=z") == parse_given(cut, "x='(40,100]', y=z"));
    CHECK(parse_given(cut, "x in {(40,100], [0,40]} or y=z") ==
          parse_given(cut, "x in {'(40,100]', '[0,40]'} or y=z"));
    CHECK(parse_given(cut, "x=[0.5, 40]").likelihoods.size() == 1);
    const VariableId x = cut.id("x");
    CHECK(parse_evidence(cut, "x=[0,40]") == Evidence().observe(x, StateId(0)));
    CHECK(parse_evidence(cut, "x=[0.5, 40], y=z").size() == 2);
    CHECK(std::holds_alternative<Likelihood>(parse_evidence(cut, "x=[0.5, 40]")[0].finding));
}
