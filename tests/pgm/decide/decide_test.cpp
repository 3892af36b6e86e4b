#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/decide/evaluation.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/decision_tree.hpp>
#include <tests/support/example_diagrams.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Memory = InfluenceDiagram::Memory;
using Optimality = DecisionSolution::Optimality;

namespace {

const DecisionTable& table_of(const DecisionSolution& solution, const InfluenceDiagram& diagram,
                              const std::string& decision) {
    for (const DecisionTable& table : solution.decisions)
        if (diagram.network().variable(table.decision).name() == decision) return table;
    throw std::runtime_error("no table of " + decision);
}

/// The alternatives that a policy chooses, by cell.
std::vector<std::string> choices(const DecisionSolution& solution, const InfluenceDiagram& diagram,
                                 const std::string& decision) {
    const Policy& policy = *solution.strategy.find(diagram.network().id(decision));
    std::vector<std::string> names;
    for (const StateId choice : policy.choice)
        names.push_back(diagram.network().variable(policy.decision).state(choice));
    return names;
}

DecisionSolution given(const InfluenceDiagram& diagram, const std::string& findings) {
    return decide(diagram, parse_evidence(diagram.network(), findings));
}

double best_value(const char* text) {
    return decide(diagram_of(text)).maximum_expected_utility;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("decide: the oil wildcatter tests, and drills unless the result is diffuse", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const DecisionSolution solution = decide(oil);
    CHECK(solution.maximum_expected_utility == Approx(22.5).epsilon(1e-13));
    CHECK(solution.optimal == Optimality::global);
    const DecisionTable& test = table_of(solution, oil, "Test");
    CHECK(test.given.empty());
    REQUIRE(test.rows.size() == 1);
    CHECK(*test.rows[0].expected_utility[0] == Approx(22.5));
    CHECK(*test.rows[0].expected_utility[1] == Approx(20));
    const DecisionTable& drill = table_of(solution, oil, "Drill");
    CHECK(drill.has_influence);
    // Test=test with three results, Test=not with none; the others are impossible.
    REQUIRE(drill.rows.size() == 4);
    CHECK(*drill.rows[0].expected_utility[0] == Approx(77.5));
    CHECK(*drill.rows[1].expected_utility[0] == Approx(160.0 / 7));
    CHECK(*drill.rows[2].expected_utility[0] == Approx(-1660.0 / 41));
    CHECK(drill.rows[2].best == std::vector{StateId(1)});
    CHECK(*drill.rows[3].expected_utility[0] == Approx(20));
    CHECK(solution.strategy.policies.size() == 2);
}

TEST_CASE("decide: an umbrella is taken if the forecast is bad", "[decide]") {
    const InfluenceDiagram diagram = umbrella();
    const DecisionSolution solution = decide(diagram);
    CHECK(solution.maximum_expected_utility == Approx(1491.0 / 20).epsilon(1e-13));
    CHECK(choices(solution, diagram, "Umbrella") == Names{"leave", "take"});
    CHECK(given(diagram, "Forecast=bad").maximum_expected_utility == Approx(3710.0 / 73));
}

TEST_CASE("decide: a decision with a finding is settled, and findings need no row", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const DecisionSolution without = given(oil, "Test=not");
    CHECK(without.maximum_expected_utility == Approx(20));
    CHECK(without.optimal == Optimality::global);
    REQUIRE(without.decisions.size() == 1);
    CHECK(without.strategy.policies.size() == 1);
    CHECK(without.decisions[0].given.size() == 1);  // Seismic
    const DecisionSolution open = given(oil, "Test=test, Seismic=open");
    CHECK(open.maximum_expected_utility == Approx(160.0 / 7));
    CHECK(open.decisions[0].given.empty());
    CHECK(given(oil, "do(Test=not)").maximum_expected_utility == Approx(20));
    const DecisionSolution all = given(oil, "Test=test, Drill=not");
    CHECK(all.maximum_expected_utility == Approx(-10));
    CHECK(all.strategy.policies.empty());
    CHECK(all.decisions.empty());
}

TEST_CASE("decide: a finding that a decision could prevent leaves what allows it", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    // Without the test the result is none, so that an open one says that it was made.
    const DecisionSolution open = given(oil, "Seismic=open");
    CHECK(open.optimal == Optimality::local);
    CHECK(open.maximum_expected_utility == Approx(160.0 / 7));
    CHECK_FALSE(table_of(open, oil, "Test").rows[0].expected_utility[1].has_value());
    CHECK(choices(open, oil, "Test") == Names{"test"});
    // What was found after the decision tells about the state that it was taken in: X is 1.
    const InfluenceDiagram alarm = diagram_of(
        "X -> Alarm{off|on} <- D{watch|leave, decision}; X, D -> U{utility};"
        "Alarm | X=0, D=watch: 1 0; Alarm | X=1, D=watch: 0 1; Alarm | X=0, D=leave: 1/2 1/2;"
        "Alarm | X=1, D=leave: 1/2 1/2; U: 4 0 0 1");
    const DecisionSolution on = given(alarm, "Alarm=on");
    const DecisionRow& row = table_of(on, alarm, "D").rows[0];
    CHECK(*row.expected_utility[0] == Approx(0).margin(1e-12));  // X=1 for certain
    CHECK(*row.expected_utility[1] == Approx(0.5));
    CHECK(on.maximum_expected_utility == Approx(0.5));
}

TEST_CASE("decide: findings that cannot occur together are impossible", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    CHECK(given(oil, "Test=not, Seismic=open").status == PosteriorStatus::impossible);
    const DecisionSolution solution = given(oil, "Test=test, Seismic=none");
    CHECK(solution.status == PosteriorStatus::impossible);
    CHECK(solution.strategy.policies.empty());
    CHECK(solution.decisions.empty());
}

TEST_CASE("decide: decisions that must agree are found although most others are impossible",
          "[decide]") {
    // None knows of the others, and the finding needs the same alternative three times.
    const InfluenceDiagram diagram = diagram_of(
        "A{2, decision} -> E{no|yes}; B{2, decision} -> E; C{2, decision} -> E; A, B, C -> "
        "U{utility};"
        "E: 1 0; E | A=0, B=0, C=0: 0 1; E | A=1, B=1, C=1: 0 1; U: 1 0 0 0 0 0 0 2",
        Memory::limited);
    const DecisionSolution solution = given(diagram, "E=yes");
    CHECK(solution.status == PosteriorStatus::ok);
    CHECK(solution.maximum_expected_utility >= 1);
}

TEST_CASE("decide: soft evidence joins causes as an observed effect does", "[decide]") {
    // A tells nothing about B, but for the report on X, their exclusive or.
    const InfluenceDiagram diagram = diagram_of(
        "A -> X <- B; A -> D{2, decision} -> U{utility} <- B; X | A=0, B=0: 1 0;"
        "X | A=0, B=1: 0 1; X | A=1, B=0: 0 1; X | A=1, B=1: 1 0; U: 1 0 0 1");
    CHECK(decide(diagram).maximum_expected_utility == Approx(0.5));
    CHECK(given(diagram, "X=[3, 1]").maximum_expected_utility == Approx(0.75));
    CHECK(given(diagram, "X=[1, 0]").maximum_expected_utility == Approx(1));
    CHECK(given(diagram, "X=0").maximum_expected_utility == Approx(1));
    CHECK(given(diagram, "do(X=0)").maximum_expected_utility == Approx(0.5));
    // Of what is known it leaves the histories apart.
    const DecisionSolution known = given(umbrella(), "Forecast=[1, 3]");
    REQUIRE(known.decisions[0].rows.size() == 2);
    CHECK(*known.decisions[0].rows[1].expected_utility[0] == Approx(3710.0 / 73));
}

TEST_CASE("decide: alternatives that a table forbids are out", "[decide]") {
    // The test can be bought, E=yes, by one alternative only.
    const InfluenceDiagram diagram = diagram_of(
        "D{a|b|c, decision} -> E{no|yes}; D -> U{utility}; E | D=a: 1 0; E | D=b: 1/2 1/2;"
        "E | D=c: 0 1; U: 9 5 1");
    const DecisionSolution solution = given(diagram, "E=yes");
    CHECK(choices(solution, diagram, "D") == Names{"b"});
    const DecisionRow& row = solution.decisions[0].rows[0];
    CHECK_FALSE(row.expected_utility[0].has_value());
    CHECK(*row.expected_utility[1] == Approx(5));
    CHECK(*row.expected_utility[2] == Approx(1));
    // A likelihood of zero forbids as well.
    const DecisionSolution not_a = given(diagram, "D=[0, 1, 1]");
    CHECK_FALSE(not_a.decisions[0].rows[0].expected_utility[0].has_value());
    CHECK(not_a.maximum_expected_utility == Approx(5));
}

TEST_CASE("decide: a decision that no utility depends on is told, its alternatives tie",
          "[decide]") {
    const InfluenceDiagram diagram =
        diagram_of("A -> D{x|y|z, decision} -> B; A -> U{utility}; U: 1 3");
    const DecisionSolution solution = decide(diagram);
    CHECK(solution.maximum_expected_utility == Approx(2));
    CHECK_FALSE(solution.decisions[0].has_influence);
    CHECK(solution.decisions[0].needed.empty());
    REQUIRE(solution.decisions[0].rows.size() == 2);
    CHECK(solution.decisions[0].rows[1].best.size() == 3);
    CHECK(*solution.decisions[0].rows[1].expected_utility[2] == Approx(3));
    // Without a utility nothing is worth anything, without a decision there is nothing to find.
    CHECK(decide(diagram_of("D{2, decision}")).maximum_expected_utility == 0);
    CHECK(decide(diagram_of("A -> U{utility}; U: 1 4")).maximum_expected_utility == Approx(2.5));
}

TEST_CASE("decide: ties are told, and the first alternative is taken", "[decide]") {
    const InfluenceDiagram diagram = diagram_of(
        "X{3} -> D{a|b|c, decision} -> U{utility} <- Y{3}; X -> Y; Y | X=0: 0.1 0.2 0.7;"
        "Y | X=1: 0.3 0.3 0.4; Y | X=2: 1/3 1/3 1/3; U: 0.1 0.7 0.2 0.2 0.1 0.7 0.7 0.2 0.1");
    const DecisionSolution solution = decide(diagram);
    const std::vector<DecisionRow>& rows = solution.decisions[0].rows;
    CHECK(rows[2].best.size() == 3);
    CHECK(choices(solution, diagram, "D").back() == "a");
    CHECK(rows[0].best.size() == 1);
}

TEST_CASE("decide: one decision speaks to another that sees what it did", "[decide]") {
    // The one who knows Y can only signal; the other wants to say what Y is.
    const InfluenceDiagram signal = diagram_of(
        "Y{3} -> Say{a|b|c, decision} -> Guess{3, decision} -> U{utility} <- Y;"
        "U: 1 0 0 0 1 0 0 0 1",
        Memory::limited);
    const DecisionSolution solution = decide(signal);
    CHECK(solution.maximum_expected_utility == Approx(1));
    CHECK(solution.optimal == Optimality::global);
    for (const DecisionRow& row : table_of(solution, signal, "Guess").rows) {
        REQUIRE(row.best.size() == 1);
        CHECK(*row.expected_utility[row.best[0].index()] == Approx(1));
    }
    CHECK(evaluate(signal, solution.strategy).expected_utility == Approx(1));
}

TEST_CASE("decide: a later policy that is settled is no reason to forget", "[decide]") {
    // The second does what the coin says, so that the first must know the coin.
    const InfluenceDiagram diagram = diagram_of(
        "Coin -> A{2, decision} -> B{2, decision} <- Coin; A, B -> U{utility}; U: 1 0 0 1");
    const BayesianNetwork& network = diagram.network();
    DecisionOptions options;
    options.given.policies.push_back(
        {network.id("B"), Scope({network.id("Coin")}, {2}), {StateId(0), StateId(1)}});
    const DecisionSolution solution = decide(diagram, {}, options);
    CHECK(solution.maximum_expected_utility == Approx(1));
    CHECK(choices(solution, diagram, "A") == Names{"0", "1"});
    CHECK(choices(solution, diagram, "B") == Names{"0", "1"});
}

TEST_CASE("decide: the search for a proof ends after so many trials", "[decide]") {
    const InfluenceDiagram signal = diagram_of(
        "Y{3} -> Say{a|b|c, decision} -> Guess{3, decision} -> U{utility} <- Y;"
        "U: 1 0 0 0 1 0 0 0 1",
        Memory::limited);
    DecisionOptions options;
    options.most_trials = 0;
    CHECK(decide(signal, {}, options).optimal == Optimality::local);
}

TEST_CASE("decide: beyond so many histories a table has what is needed alone", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    DecisionOptions options;
    options.most_histories = 7;
    const DecisionSolution solution = decide(oil, {}, options);
    const DecisionTable& drill = table_of(solution, oil, "Drill");
    CHECK(std::vector(drill.given) == std::vector(drill.needed));
    CHECK(solution.maximum_expected_utility == Approx(22.5));
}

TEST_CASE("decide: utilities of any size, as far as doubles hold them", "[decide]") {
    CHECK(best_value("D{2, decision} -> U{utility}; U: 1e300 -1e300") == Approx(1e300));
    CHECK(best_value("D{2, decision} -> U{utility}; U: -1e300 -3e300") == Approx(-1e300));
    CHECK(best_value("D{2, decision} -> U{utility}; U: 3e-300 1e-300") == Approx(3e-300));
    CHECK(best_value("D{2, decision} -> U{utility}; U: 5e-324 0") == 5e-324);
    CHECK(best_value("D{2, decision} -> U{utility}; U: -0.0 0") == 0);
    // Differences and sums that no double holds are refused.
    const auto of = [](const char* text) { return decide(diagram_of(text)); };
    CHECK_THROWS_WITH(of("D{2, decision} -> U{utility}; U: 1e308 -1e308"),
                      Catch::Contains("the utilities range over more than a double holds"));
    CHECK_THROWS_WITH(of("D{2, decision} -> U{utility}; E{2, decision} <- D; E -> V{utility};"
                         "U: 1e308 0; V: 1e308 0"),
                      Catch::Contains("divide all of them by the same number"));
    CHECK_THROWS_AS(of("D{2, decision} -> U{utility} -> S{utility}; U: 1e200 0; S: 1e200 U"),
                    ArgumentError);
}

TEST_CASE("decide: histories too rare for doubles have expected utilities", "[decide]") {
    const InfluenceDiagram diagram = diagram_of(
        "A -> D{2, decision} <- B; A -> B; C -> D; D, A -> U{utility}; A: 1 1e-200;"
        "B | A=0: 1 1e-200; B | A=1: 1 1e-200; C: 1 1e-200; U: 1 2 3 4");
    const DecisionSolution solution = decide(diagram);
    REQUIRE(solution.decisions[0].rows.size() == 8);
    for (const DecisionRow& row : solution.decisions[0].rows) {
        const bool is_a = row.given[0].index() == 1;  // A is the first that is known
        CHECK(*row.expected_utility[0] == Approx(is_a ? 2 : 1));
        CHECK(*row.expected_utility[1] == Approx(is_a ? 4 : 3));
    }
}

TEST_CASE("decide: findings too rare for doubles are as good as others", "[decide]") {
    std::string text = "A -> D{2, decision} -> U{utility} <- A; U: 1 0 0 3";
    std::string findings = "X0=1";
    for (int i = 0; i < 40; ++i) {
        const std::string name = "X" + std::to_string(i);
        text += "; A -> " + name + "; " + name + ": 1 1e-10; " + name + " | A=1: 1 2e-10";
        if (i > 0) findings += ", " + name + "=1";
    }
    const InfluenceDiagram diagram = diagram_of(text.c_str());
    const DecisionSolution solution = given(diagram, findings);
    CHECK(solution.status == PosteriorStatus::ok);
    CHECK(solution.maximum_expected_utility == Approx(3).epsilon(1e-10));  // A=1, 2^40 to 1
    CHECK(*solution.decisions[0].rows[0].expected_utility[0] == Approx(1));
}

TEST_CASE("decide: an exponential utility pays for certainty", "[decide]") {
    // Half a chance of 100 against a certain amount: -R ln(1/2 + exp(-100/R)/2).
    const InfluenceDiagram diagram = diagram_of(
        "Coin -> Pay{utility} <- D{play|stop, decision}; Pay | Coin=0, D=play: 0;"
        "Pay | Coin=1, D=play: 100; Pay | Coin=0, D=stop: 40; Pay | Coin=1, D=stop: 40");
    for (const double tolerance : {50.0, 100.0, 500.0, 1e4}) {
        DecisionOptions options;
        options.risk_tolerance = tolerance;
        const DecisionSolution solution = decide(diagram, {}, options);
        const double play = -tolerance * std::log(0.5 + 0.5 * std::exp(-100 / tolerance));
        const DecisionRow& row = solution.decisions[0].rows[0];
        CHECK(*row.expected_utility[0] == Approx(play).epsilon(1e-10));
        CHECK(*row.expected_utility[1] == Approx(40).epsilon(1e-10));
        CHECK(solution.maximum_expected_utility == Approx(std::max(40.0, play)).epsilon(1e-10));
    }
    CHECK(decide(diagram).maximum_expected_utility == Approx(50));
}

TEST_CASE("decide: a risk tolerance far below the utilities compares them by their worst",
          "[decide]") {
    const InfluenceDiagram diagram = diagram_of(
        "Coin -> Pay{utility} <- D{a|b, decision}; Coin -> More{utility} <- E{a|b, decision} <- D;"
        "Pay: 5000 3000 9000 4000; More: 100 700 100 800");
    DecisionOptions options;
    options.risk_tolerance = 1;
    const DecisionSolution solution = decide(diagram, {}, options);
    // E exp(-U) is at least half of its largest part.
    CHECK(solution.maximum_expected_utility > 4000);
    CHECK(solution.maximum_expected_utility < 10000);
    for (const DecisionTable& table : solution.decisions)
        for (const DecisionRow& row : table.rows)
            for (const std::optional<double>& value : row.expected_utility)
                CHECK(std::isfinite(value.value()));
}

TEST_CASE("decide: bad findings and options are refused", "[decide]") {
    const InfluenceDiagram diagram =
        diagram_of("A -> D{2, decision} -> U{utility} <- A; A -> X{real}");
    const BayesianNetwork& network = diagram.network();
    CHECK_THROWS_WITH(decide(diagram, Evidence{}.observe(network, "U", 1)),
                      "'U' is a utility and cannot be observed");
    CHECK_THROWS_WITH(decide(diagram, Evidence{}.observe(network, "X", 1)),
                      Catch::Contains("a finding on 'X', which is continuous"));
    CHECK_THROWS_AS(decide(diagram, Evidence{}.observe(VariableId(9), StateId(0))), EvidenceError);
    for (const double tolerance : {0.0, -1.0, std::nan(""), infinity}) {
        DecisionOptions options;
        options.risk_tolerance = tolerance;
        CHECK_THROWS_WITH(decide(diagram, {}, options),
                          Catch::Contains("the risk tolerance is a positive number"));
    }
    DecisionOptions large;
    large.risk_tolerance = 1e12;
    CHECK_THROWS_WITH(decide(umbrella(), {}, large), Catch::Contains("no risk matters"));
    DecisionOptions small;
    small.risk_tolerance = 1e-320;
    CHECK_THROWS_WITH(decide(umbrella(), {}, small), Catch::Contains("too small"));
    DecisionOptions two;
    const Policy policy{network.id("D"), {}, {StateId(0)}};
    two.given.policies = {policy, policy};
    CHECK_THROWS_AS(decide(diagram, {}, two), ArgumentError);
}

TEST_CASE("decide: utilities alone are worth what they are", "[decide]") {
    CHECK(decide(diagram_of("U{utility}; U: 3")).maximum_expected_utility == 3);
    CHECK(decide(diagram_of("U{utility} -> T{utility} <- V{utility}; U: 3; V: -4; T: U + 2 V"))
              .maximum_expected_utility == -5);
}

TEST_CASE("decide: a policy that no memory holds is refused by its size", "[decide]") {
    std::string text = "X0{a|b|c}; X0: 0.2 0.3 0.5";
    for (int t = 0; t < 24; ++t) {
        const std::string now = std::to_string(t), next = std::to_string(t + 1);
        text += "; X" + now + " -> O" + now + "{a|b|c} -> D" + now + "{l|r|s, decision} -> D" +
                next + "{l|r|s, decision}; X" + now + ", D" + now + " -> X" + next + "{a|b|c}";
    }
    text += "; X24, D24 -> U{utility}; U: 1 2 3 4 5 6 7 8 9";
    NetworkBuilder builder = NetworkBuilder::parse(text);
    builder.fill_in();
    const BayesianNetwork network = std::move(builder).build();
    CHECK_THROWS_WITH(decide(InfluenceDiagram(network)),
                      Catch::Contains("depends on, ") && Catch::Contains("configurations"));
    CHECK_NOTHROW(InfluenceDiagram(network, Memory::limited));
}
