#include <pgm/core/numbers.hpp>
#include <pgm/query/answer.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_network.hpp>
#include <tests/support/query_terms.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests::query_terms;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// Made when first asked: each test case is a process of its own, and most of them ask something
/// else.
const InferenceEngine& query_engine() {
    static const InferenceEngine engine(network);
    return engine;
}

double probability(const std::string& text) {
    const Answer answered = answer(query_engine(), text);
    return answered.probability();
}

void check_distribution(const std::string& text, const std::vector<double>& expected) {
    INFO(text);
    const Answer answered = answer(query_engine(), text);
    REQUIRE(answered.distribution().size() == expected.size());
    for (std::size_t cell = 0; cell < expected.size(); ++cell)
        CHECK_THAT(answered.distribution()[cell], WithinAbs(expected[cell], 1e-14));
}

/// X0 -> X1 -> ... with P(X0=1) = 0.1 and P(X_i=1 | X_i-1=0) = 0.01, P(X_i=1 | X_i-1=1) = 0.5.
BayesianNetwork markov_chain(std::size_t length) {
    NetworkBuilder net;
    for (std::size_t v = 0; v < length; ++v) {
        net.add_variable(Variable("X" + std::to_string(v), {"0", "1"}));
        const VariableId id(v);
        if (v == 0) {
            net.set_cpd(TableCpd(Scope({id}, {2}), std::vector<double>{0.9, 0.1}));
        } else {
            net.set_cpd(TableCpd(Scope({VariableId(v - 1), id}, {2, 2}),
                                 std::vector<double>{0.99, 0.01, 0.5, 0.5}));
        }
    }
    return net.build();
}

}  // namespace

// Numbers of the sprinkler, worked out by hand: P(Rain, Sprinkler) = no,off 0.29; no,on 0.21;
// yes,off 0.41; yes,on 0.09, hence P(Wet=yes) = 0.21*0.9 + 0.41*0.9 + 0.09*0.99 = 0.6471.

TEST_CASE("Distributions come in the order of the question", "[query]") {
    check_distribution("P(Rain)", {0.5, 0.5});
    check_distribution("P(Sprinkler)", {0.7, 0.3});
    check_distribution("P(Rain, Sprinkler)", {0.29, 0.21, 0.41, 0.09});
    check_distribution("P(Sprinkler, Rain)", {0.29, 0.41, 0.21, 0.09});
    check_distribution("P(Rain | Wet=yes)", {0.189 / 0.6471, 0.4581 / 0.6471});
    check_distribution("P(Rain, Sprinkler | Wet=yes)",
                       {0, 0.189 / 0.6471, 0.369 / 0.6471, 0.0891 / 0.6471});
}

TEST_CASE("An answer carries its question, its variables and the logarithm of the evidence",
          "[query]") {
    const Answer answered = answer(query_engine(), "P(Sprinkler,Rain|Wet=yes)");
    CHECK(answered.query == "P(Sprinkler,Rain|Wet=yes)");
    CHECK(std::ranges::equal(answered.distribution().scope().variables(),
                             std::vector{network.id("Sprinkler"), network.id("Rain")}));
    CHECK_THAT(answered.log_evidence, WithinAbs(std::log(0.6471), 1e-14));
    CHECK(answer(query_engine(), "P(Rain=yes)").log_evidence == 0);
}

TEST_CASE("Logical expressions have the probability of the worlds where they are true", "[query]") {
    CHECK_THAT(probability("P(Rain=yes)"), WithinAbs(0.5, 1e-15));
    CHECK_THAT(probability("P(Rain=yes or Sprinkler=on)"), WithinAbs(0.71, 1e-15));
    CHECK_THAT(probability("P(Rain=yes, Sprinkler=on)"), WithinAbs(0.09, 1e-15));
    CHECK_THAT(probability("P(not (Rain=yes or Sprinkler=on))"), WithinAbs(0.29, 1e-15));
    CHECK_THAT(probability("P(Rain=yes and not Sprinkler=on or Rain=no and Sprinkler=on)"),
               WithinAbs(0.62, 1e-15));
    CHECK_THAT(probability("P(Rain=yes or Sprinkler=on | Wet=yes)"), WithinAbs(1, 1e-15));
    CHECK_THAT(probability("P(Rain=yes and Sprinkler=on | Wet=yes)"),
               WithinAbs(0.0891 / 0.6471, 1e-15));
    CHECK_THAT(probability("P(grade > A and dose <= 10)"), WithinAbs(4.0 / 9, 1e-15));
    CHECK_THAT(probability("P('lower body' in {'<5', 12+} or 'or'=yes)"),
               WithinAbs(5.0 / 6, 1e-15));
}

TEST_CASE("An expression may be given", "[query]") {
    // P(Rain | Rain or Sprinkler) = 0.5 / 0.71
    check_distribution("P(Rain | Rain=yes or Sprinkler=on)", {0.21 / 0.71, 0.5 / 0.71});
    CHECK_THAT(probability("P(Rain=yes | Rain=yes or Sprinkler=on)"), WithinAbs(0.5 / 0.71, 1e-15));
    CHECK_THAT(answer(query_engine(), "P(Rain | Rain=yes or Sprinkler=on)").log_evidence,
               WithinAbs(std::log(0.71), 1e-14));
    CHECK_THAT(probability("P(grade=A | grade != C)"), WithinAbs(0.5, 1e-15));
    CHECK_THAT(probability("P(dose=10 | dose >= 10, dose < 20)"), WithinAbs(1, 1e-15));
}

TEST_CASE("Doing is not seeing", "[query]") {
    check_distribution("P(Rain | Sprinkler=on, Wet=yes)", {0.189 / 0.2781, 0.0891 / 0.2781});
    // do(Sprinkler=on) cuts the arc from Cloudy: Rain is 1/2, and 0.5*0.99 / (0.5*0.99 + 0.5*0.9) =
    // 11/21.
    check_distribution("P(Rain | do(Sprinkler=on), Wet=yes)", {10.0 / 21, 11.0 / 21});
    check_distribution("P(Rain | do(Wet=yes))", {0.5, 0.5});
    check_distribution("P(Wet | do(Rain=no, Sprinkler=off))", {1, 0});
    CHECK_THAT(probability("P(Rain=yes or Cloudy=yes | do(Sprinkler=on), Wet=yes)"),
               WithinAbs((0.1 * 0.99 + 0.4 * 0.99 + 0.1 * 0.9) / (0.5 * 0.99 + 0.5 * 0.9), 1e-15));
    // An expression over a variable that was set sees the state it was set to.
    CHECK_THAT(probability("P(Rain=yes | do(Sprinkler=off), Sprinkler=on or Wet=yes)"),
               WithinAbs(1, 1e-15));
}

TEST_CASE("A target that is known is certain", "[query]") {
    check_distribution("P(Rain | Rain=yes)", {0, 1});
    check_distribution("P(Rain, Sprinkler | Rain=no)", {0.58, 0.42, 0, 0});
    check_distribution("P(Rain | do(Rain=no))", {1, 0});
    check_distribution("P(Rain | do(Rain=no), Rain=no)", {1, 0});
    CHECK(probability("P(Rain=yes | Rain=yes)") == 1);
    CHECK(probability("P(Rain=no | Rain=yes)") == 0);
}

TEST_CASE("What is true in every world has probability one, what is true in none zero", "[query]") {
    CHECK_THAT(probability("P(Rain=yes or Rain=no)"), WithinAbs(1, 1e-12));
    CHECK_THAT(probability("P(Rain=yes and Sprinkler=on or not Rain=yes or not Sprinkler=on)"),
               WithinAbs(1, 1e-12));
    CHECK(probability("P(Rain=yes and Rain=no)") == 0);
    CHECK(probability("P(dose > 1000)") == 0);
}

TEST_CASE("A given that cannot be is a status of the answer", "[query]") {
    for (const char* text :
         {"P(Wet | Rain=no, Sprinkler=off, Wet=yes)", "P(Rain | Rain=yes, Rain=no)",
          "P(Rain=yes | Wet=yes, not (Rain=yes or Sprinkler=on))",
          "P(Rain=yes | do(Sprinkler=on), Sprinkler=off)", "P(Rain=yes | grade in {})",
          "argmax(Rain | Wet=yes, Rain=no, Sprinkler=off)",
          "argmax(* | Wet=yes, Rain=no, Sprinkler=off)", "argmax(* | grade=A, grade=B)",
          "P(Rain | do(Rain=no), Rain=yes or Rain=yes)"}) {
        INFO(text);
        const Answer answered = answer(query_engine(), text);
        CHECK(answered.impossible());
        CHECK(answered.log_evidence == -infinity);
        CHECK_THROWS_AS(answered.probability(), ImpossibleEvidenceError);
        CHECK_THROWS_AS(answered.explanation(), ImpossibleEvidenceError);
    }
}

TEST_CASE("argmax of some variables sums the others out", "[query]") {
    const Answer answered = answer(query_engine(), "argmax(Sprinkler, Rain | Wet=yes)");
    CHECK(answered.explanation().variables ==
          std::vector<VariableId>{network.id("Sprinkler"), network.id("Rain")});
    CHECK(answered.explanation().states == std::vector<StateId>{StateId(0), StateId(1)});
    CHECK_THAT(answered.explanation().log_probability, WithinAbs(std::log(0.369), 1e-14));
    CHECK_THAT(answered.log_evidence, WithinAbs(std::log(0.6471), 1e-14));
    CHECK(answer(query_engine(), "argmax(Rain | Rain=no)").explanation().states ==
          std::vector<StateId>{StateId(0)});
}

TEST_CASE("argmax of everything explains all that is not known", "[query]") {
    const InferenceEngine wealth(tests::census_network());
    const Answer answered = answer(wealth, "argmax(* | gender=Male)");
    CHECK(answered.explanation().variables ==
          std::vector<VariableId>{wealth.network().id("hours"), wealth.network().id("wealth")});
    CHECK(answered.explanation().states == std::vector<StateId>{StateId(0), StateId(0)});
    CHECK_THAT(std::exp(answered.explanation().log_probability),
               WithinRel(0.331313 / 0.9999991, 1e-13));
    // With an expression given, the added variables are not part of the answer.
    const Answer rich = answer(wealth, "argmax(* | wealth=rich or hours > 40.5)");
    CHECK(rich.explanation().variables.size() == 3);
    CHECK_THAT(std::exp(rich.explanation().log_probability),
               WithinRel(0.134106 / 0.9999991, 1e-13));
}

TEST_CASE("argmax 5 also has the next best, without added variables", "[query]") {
    const InferenceEngine wealth(tests::census_network());
    const Answer rich = answer(wealth, "argmax 20 (* | wealth=rich or hours > 40.5)");
    CHECK(rich.asked_for == 20);
    REQUIRE(rich.best.size() == 6);
    CHECK(rich.best[0].states == rich.explanation().states);
    double sum = 0;
    for (const Explanation& one : rich.best) {
        CHECK(one.variables.size() == 3);
        sum += std::exp(one.log_posterior);
    }
    CHECK_THAT(sum, WithinRel(1.0, 1e-13));
    CHECK_THAT(std::exp(rich.best[1].log_probability), WithinRel(0.105933 / 0.9999991, 1e-13));
    CHECK(answer(wealth, "argmax(*)").best.empty());
    const Answer fixed = answer(wealth, "argmax 3 (gender, wealth | gender=Male)");
    CHECK(fixed.best.size() == 2);
    const Answer table = answer(wealth, "argmax 2 (wealth | gender)");
    for (const AnswerRow& row : table.table().rows) CHECK(row.answer.best.size() == 2);
}

TEST_CASE("The questions of the census table have the table's answers", "[query]") {
    const InferenceEngine wealth(tests::census_network());
    const auto ask = [&](const char* text) { return answer(wealth, text).probability(); };
    // The eight printed numbers add up to 0.9999991.
    CHECK_THAT(ask("P(wealth=poor)"), WithinRel(3803589.0 / 5000000 / 0.9999991, 1e-14));
    CHECK_THAT(ask("P(wealth=poor, gender=Male)"),
               WithinRel(465419.0 / 1000000 / 0.9999991, 1e-14));
    CHECK_THAT(ask("P(gender=Male | wealth=poor)"), WithinRel(2327095.0 / 3803589, 1e-14));
    CHECK_THAT(ask("P(wealth=rich | gender=Female, hours=v0:40.5-)"),
               WithinRel(16393.0 / 185141, 1e-14));
    CHECK_THAT(ask("P(hours=v1:40.5+ | gender=Male, wealth=rich)"),
               WithinRel(70622.0 / 135375, 1e-14));
    CHECK_THAT(ask("P(wealth=poor & gender=Male | hours > 40.5)"),
               WithinRel(1341060.0 / 2938451, 1e-14));
}

TEST_CASE("An expression over hundreds of variables stays cheap, in whatever order it is written",
          "[query]") {
    constexpr std::size_t length = 400;
    const InferenceEngine chain(markov_chain(length));
    std::vector<Expression> operands;
    for (std::size_t v = 0; v < length; ++v)
        operands.push_back(is(VariableId(v * 171 % length), StateId(1)));
    // No 1 anywhere: 0.9 * 0.99^399.
    const double none = 0.9 * std::pow(0.99, static_cast<double>(length - 1));
    CHECK_THAT(answer(chain, Query{ProbabilityOf{any_of(operands)}}).probability(),
               WithinAbs(1 - none, 1e-12));
    CHECK_THAT(answer(chain, Query{ProbabilityOf{not_of(any_of(operands))}}).probability(),
               WithinAbs(none, 1e-12));
    CHECK_THAT(answer(chain, Query{ProbabilityOf{is(VariableId(0), StateId(0))},
                                   {.conditions = {not_of(any_of(operands))}}})
                   .log_evidence,
               WithinRel(std::log(none), 1e-12));
    CHECK_THAT(answer(chain, Query{ProbabilityOf{all_of(operands)}}).probability(),
               WithinRel(0.1 * std::pow(0.5, static_cast<double>(length - 1)), 1e-9));
}

TEST_CASE("A question built in C++ is written out in its answer and answered as its text",
          "[query]") {
    const Query query = Query{DistributionOf{{network.id("Rain")}},
                              {.conditions = {is(network, "Wet", "yes")},
                               .interventions = {intervention(network, "Sprinkler", "on")}}};
    const Answer answered = answer(query_engine(), query);
    CHECK(answered.query == "P(Rain | Wet=yes, do(Sprinkler=on))");
    CHECK(answered.distribution() == answer(query_engine(), answered.query).distribution());
}

TEST_CASE("A question that does not fit the network is refused", "[query]") {
    const VariableId rain = network.id("Rain"), beyond(99);
    const Expression event = is(network, "Rain", "yes");
    CHECK_THROWS_WITH(answer(query_engine(), Query{DistributionOf{{}}}),
                      "a distribution or most probable assignment needs at least one target");
    CHECK_THROWS_WITH(answer(query_engine(), Query{DistributionOf{{beyond}}}),
                      "a query names variable number 99, the network has 13");
    CHECK_THROWS_WITH(answer(query_engine(), Query{DistributionOf{{rain, rain}}}),
                      "'Rain' is asked for twice");
    CHECK_THROWS_WITH(answer(query_engine(), "P(Rain)").probability(),
                      "'P(Rain)' does not ask for a probability");
    CHECK_THROWS_WITH(answer(query_engine(), "P(Rain=yes)").distribution(),
                      "'P(Rain=yes)' does not ask for a distribution");
    CHECK_THROWS_WITH(answer(query_engine(), Query{ProbabilityOf{is(rain, StateId(2))}}),
                      "an expression names state number 2 of 'Rain', which has 2");
    CHECK_THROWS_WITH(
        answer(query_engine(), Query{ProbabilityOf{event},
                                     {.interventions = {{rain, StateId(0)}, {rain, StateId(1)}}}}),
        "'Rain' is set to two states at once");
    CHECK_THROWS_WITH(answer(query_engine(),
                             Query{ProbabilityOf{event}, {.interventions = {{rain, StateId(2)}}}}),
                      "do() names state number 2 of 'Rain', which has 2");
    CHECK_THROWS_AS(answer(query_engine(), "P(Rain"), ParseError);
}

TEST_CASE("States are fixed by findings, interventions and what excludes all others", "[query]") {
    const Given given = parse_given(
        network, "Rain=yes, Wet!=no, do(Sprinkler=off), dose in {5, 10}, age=65+ or Cloudy=yes");
    CHECK(fixed_states(network, given) ==
          std::map<VariableId, StateId>{{network.id("Rain"), StateId(1)},
                                        {network.id("Wet"), StateId(1)},
                                        {network.id("Sprinkler"), StateId(0)}});
    const ConditionedNetwork with_gate = conditioned(network, given);
    // Whether age is 65+, and the gate.
    CHECK(with_gate.network.size() == network.size() + 2);
    CHECK(with_gate.evidence.size() == 5);
    CHECK_FALSE(with_gate.contradictory);
    CHECK(conditioned(network, parse_given(network, "Rain=yes, Rain!=yes")).contradictory);
}

TEST_CASE("Marginals under anything given are those of one question after the other", "[query]") {
    const InferenceEngine& engine = query_engine();
    const std::string given = "Rain=yes or Sprinkler=on, Wet=[0.2, 0.9], Cloudy~[0.3, 0.7]";
    Workspace workspace;
    const std::vector<VariableId> targets = {network.id("Rain"), network.id("Cloudy")};
    const Posterior all = marginals(engine, targets, parse_given(network, given), workspace);
    CHECK(all[0][1] == Approx(answer(engine, "P(Rain=yes | " + given + ")").probability()));
    CHECK(all[1][1] == Approx(0.7).epsilon(1e-12));
    CHECK(marginals(engine, targets, parse_given(network, "Rain=yes, Rain=no"), workspace)
              .impossible());
}

TEST_CASE("An expected value is the mean of the states by their posterior", "[query]") {
    // X is -1, 0.5 or 4 with probability 1/2, 1/4, 1/4; P(Y=1 | X) = 1/4, 1/2, 1.
    NetworkBuilder net;
    const VariableId x = net.add_variable(Variable("X", {"-1", "0.5", "4"})),
                     y = net.add_variable(Variable("Y", {"0", "1"}));
    net.set_cpd(TableCpd(Scope({x}, {3}), std::vector<double>{0.5, 0.25, 0.25}));
    net.set_cpd(TableCpd(Scope({x, y}, {3, 2}), std::vector<double>{0.75, 0.25, 0.5, 0.5, 0, 1}));
    const InferenceEngine engine(net.build());
    CHECK_THAT(answer(engine, "E(X)").value(), WithinRel(0.625, 1e-14));
    // P(X | Y=1) is 1/4, 1/4, 1/2.
    CHECK_THAT(answer(engine, "E(X | Y=1)").value(), WithinRel(1.875, 1e-14));
    CHECK_THAT(answer(engine, "E(Y | do(X=0.5))").value(), WithinRel(0.5, 1e-14));
    CHECK(answer(engine, "E(X | X=4)").value() == 4);
    CHECK(answer(engine, "E(X | X=4, Y=0)").impossible());
    CHECK_THROWS_AS(answer(engine, "E(X | X=4, Y=0)").value(), ImpossibleEvidenceError);
    CHECK_THROWS_WITH(answer(engine, "E(X)").probability(),
                      "'E(X)' does not ask for a probability");
    CHECK_THROWS_WITH(answer(engine, "P(X=4)").value(), "'P(X=4)' does not ask for a number");
}

TEST_CASE("The expected value of large numbers stays among them", "[query]") {
    NetworkBuilder net;
    const VariableId x = net.add_variable(Variable("X", {"1.7e308", "1.6e308", "1.5e308"}));
    net.set_cpd(TableCpd(Scope({x}, {3}), std::vector<double>{1.0 / 3, 1.0 / 3, 1.0 / 3}));
    const InferenceEngine engine(net.build());
    CHECK_THAT(answer(engine, "E(X)").value(), WithinRel(1.6e308, 1e-14));
    CHECK_THROWS_WITH(answer(engine, Query{StatisticOf{StatisticOf::Kind::mean, {VariableId(7)}}}),
                      Catch::Contains("names variable number 7"));
}
