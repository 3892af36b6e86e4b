#include <pgm/model/state_lookup.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace pgm;

namespace {

std::string found(const std::vector<std::string>& states, double number) {
    const Variable variable("x", states);
    const auto state = StatesByNumber(variable.states()).find(number);
    return state ? variable.state(*state) : "none";
}

std::string meant(const std::vector<std::string>& states, const std::string& text) {
    const Variable variable("x", states);
    const auto state = state_meant(variable.states(), text);
    return state ? variable.state(*state) : "none";
}

}  // namespace

TEST_CASE("A state that is a number is found by it however it is written") {
    const std::vector<std::string> states = {"10", "2.50", "-1", "many"};
    CHECK(found(states, 10) == "10");
    CHECK(found(states, 2.5) == "2.50");
    CHECK(found(states, 3) == "none");
    CHECK(found(states, std::nan("")) == "none");
    CHECK(meant(states, "10.0") == "10");
    CHECK(meant(states, "1e1") == "10");
    CHECK(meant(states, "-1.0") == "-1");
    CHECK(meant(states, "many") == "many");
    CHECK(meant(states, "Many") == "none");
    CHECK(meant({"0", "1"}, "-0") == "0");
}

TEST_CASE("A number that two states are means neither, but each by its name") {
    const std::vector<std::string> states = {"1", "1.0", "2"};
    CHECK(found(states, 1) == "none");
    CHECK(found(states, 2) == "2");
    CHECK(meant(states, "1") == "1");
    CHECK(meant(states, "1.0") == "1.0");
    CHECK(meant(states, "1.00") == "none");
}

TEST_CASE("A number means the cut state in which it lies") {
    const std::vector<std::string> ages = {"<30", "[30,40)", ">=40"};
    CHECK(found(ages, 29.9) == "<30");
    CHECK(found(ages, 30) == "[30,40)");
    CHECK(found(ages, 1e9) == ">=40");
    CHECK(meant(ages, "35") == "[30,40)");
    CHECK(meant(ages, ">=40") == ">=40");
    CHECK(meant(ages, "old") == "none");
    CHECK(meant({"<30", ">=30", "?"}, "35") == ">=30");
    CHECK(meant({"<30", ">=30", "?"}, "?") == "?");
    CHECK(meant({"any"}, "35") == "any");
}

TEST_CASE("A number means the interval in which it lies, as comparisons read intervals") {
    const std::vector<std::string> right_closed = {"[0,10]", "(10,20]", "(20,Inf)"};
    CHECK(found(right_closed, 0) == "[0,10]");
    CHECK(found(right_closed, 10) == "[0,10]");
    CHECK(found(right_closed, std::nextafter(10, 11)) == "(10,20]");
    CHECK(found(right_closed, 1e300) == "(20,Inf)");
    CHECK(found(right_closed, -1) == "none");
    const std::vector<std::string> ages = {"65+", "0-17", "18-39", "40-64", "?"};
    CHECK(found(ages, 17) == "0-17");
    CHECK(found(ages, 17.5) == "none");
    CHECK(found(ages, 18) == "18-39");
    CHECK(found(ages, 90) == "65+");
    CHECK(found({"<5", "5-12", "12+"}, 5) == "5-12");
    CHECK(found({"0", "1", "2", "3+"}, 7) == "3+");
    CHECK(found({"0", "1", "2", "3+"}, 2) == "2");
    CHECK(found({"v0:40.5-", "v1:40.5+"}, 50) == "v1:40.5+");
    CHECK(found({"v0:40.5-", "v1:40.5+"}, 40.5) == "none");
    CHECK(found({"20mg", "30mg"}, 30) == "30mg");
    CHECK(found({"20-30", "none"}, 25) == "none");
}

TEST_CASE("A number that lies in two intervals means neither") {
    const std::vector<std::string> states = {"0-20", "10-30", "12-13", "40+"};
    CHECK(found(states, 5) == "0-20");
    CHECK(found(states, 12.5) == "none");
    CHECK(found(states, 25) == "10-30");
    CHECK(found(states, 35) == "none");
    CHECK(found(states, 45) == "40+");
}

TEST_CASE("A text that means no state of a cut variable is told of numbers") {
    CHECK_THROWS_WITH(Variable("x", {"<30", ">=30"}).state_id("old"),
                      "variable 'x' has no state 'old' (known: <30, >=30; a number stands for the "
                      "state it lies in)");
    CHECK_THROWS_WITH(Variable("x", {"1", "2"}).state_id("3"),
                      "variable 'x' has no state '3' (known: 1, 2)");
    CHECK(Variable("x", {"1", "2"}).state_id("2.0") == StateId{1});
}

TEST_CASE("Evidence takes the number of a discrete variable as its state") {
    NetworkBuilder builder;
    builder.variable("x", {"<30", ">=30"}).variable("y", {"no", "yes"});
    builder.cpt("x").values({0.5, 0.5});
    builder.cpt("y").values({0.5, 0.5});
    const BayesianNetwork network = builder.build();
    const VariableId x = network.id("x");
    CHECK(Evidence().observe(network, "x", 35) == Evidence().observe(x, StateId{1}));
    CHECK(Evidence().intervene(network, "x", 35) == Evidence().intervene(x, StateId{1}));
    CHECK(Evidence().observe(network, "x", "29.9") == Evidence().observe(x, StateId{0}));
    CHECK(parse_evidence(network, "x=35") == Evidence().observe(x, StateId{1}));
    CHECK(parse_evidence(network, "x = -3e1, x='<30'") == Evidence().observe(x, StateId{0}));
    CHECK(parse_evidence(network, "do(x=35)") == Evidence().intervene(x, StateId{1}));
    CHECK_THROWS_WITH(Evidence().observe(network, "y", 35),
                      "variable 'y' has no state '35' (known: no, yes)");
    CHECK_THROWS_WITH(Evidence().observe(network, "x", std::nan("")),
                      "variable 'x' has no state 'nan' (known: <30, >=30; a number stands for the "
                      "state it lies in)");
    CHECK_THROWS_WITH(parse_evidence(network, "x=35, x=20"),
                      "column 7: two different findings about 'x'");
}

TEST_CASE("Truth values and 0 and 1 are one state where a variable has only these") {
    for (const auto& [no, yes] : std::vector<std::pair<std::string, std::string>>{
             {"False", "True"}, {"false", "true"}, {"0", "1"}, {"FALSE", "1.0"}}) {
        const Variable x("x", {no, yes});
        for (const std::string text : {"1", "True", "true", "TRUE", "1.0", "+1"})
            CHECK(x.state_id(text) == StateId{1});
        for (const std::string text : {"0", "False", "false", "FALSE", "-0"})
            CHECK(x.state_id(text) == StateId{0});
        CHECK(StatesByNumber(x.states()).find(1.0) == StateId{1});
        CHECK_THROWS_AS(x.state_id("yes"), EvidenceError);
        CHECK_THROWS_AS(x.state_id("2"), EvidenceError);
    }
    CHECK(Variable("x", {"true", "True"}).state_id("True") == StateId{1});
    CHECK_THROWS_AS(Variable("x", {"true", "True"}).state_id("TRUE"), EvidenceError);
    CHECK_THROWS_AS(Variable("x", {"0", "1", "2"}).state_id("True"), EvidenceError);
    CHECK_THROWS_AS(Variable("x", {"False", "True", "unknown"}).state_id("1"), EvidenceError);
    CHECK(Variable("x", {"False", "True", "?"}).state_id("1") == StateId{1});
}

TEST_CASE("A text is a truth value in any letter case, or as a number") {
    CHECK(truth_value("tRuE") == true);
    CHECK(truth_value("0.0") == false);
    CHECK(truth_value("yes") == std::nullopt);
    CHECK(truth_value("") == std::nullopt);
    CHECK(truth_value("0.5") == std::nullopt);
}
