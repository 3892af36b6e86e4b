#include <tests/support/catch.hpp>
#include <tests/support/query_network.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/random_query.hpp>

#include <pgm/core/error.hpp>
#include <pgm/explain/derivation.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <cmath>
#include <map>

using namespace pgm;
using namespace pgm::tests;
using Catch::Contains;
using StepKind = CalculationStep::Kind;

namespace {

constexpr DerivationMethod all_methods[] = {
    DerivationMethod::enumeration, DerivationMethod::elimination, DerivationMethod::messages};

BayesianNetwork network_of(const char* text) {
    return NetworkBuilder::parse(text).build();
}

/// Cloudy, Rain, Sprinkler and Wet of Russell and Norvig.
BayesianNetwork sprinkler() {
    return network_of(
        "Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{off|on} <- Cloudy;"
        "Cloudy: 0.5 0.5; Rain | Cloudy=no: 0.8 0.2; Rain | Cloudy=yes: 0.2 0.8;"
        "Sprinkler | Cloudy=no: 0.5 0.5; Sprinkler | Cloudy=yes: 0.9 0.1;"
        "Wet | Rain=no, Sprinkler=off: 1 0; Wet | Rain=no, Sprinkler=on: 0.1 0.9;"
        "Wet | Rain=yes, Sprinkler=off: 0.1 0.9; Wet | Rain=yes, Sprinkler=on: 0.01 0.99");
}

Derivation derived(const BayesianNetwork& network, const std::string& question,
                   DerivationOptions options = {}) {
    return derive(network, parse_query(network, question), options);
}

using States = std::map<VariableId, StateId>;

double value_at(const Table& table, const States& states) {
    std::vector<StateId> here;
    for (const VariableId id : table.scope().variables()) here.push_back(states.at(id));
    return table.at(here);
}

/// Calls `visit` with every assignment of the variables of a scope.
template <class Visit>
void for_each_assignment(const Scope& scope, Visit visit) {
    for (std::size_t cell = 0; cell < scope.cells(); ++cell) {
        States states;
        const std::vector<StateId> here = scope.states(cell);
        for (std::size_t i = 0; i < here.size(); ++i) states[scope.variables()[i]] = here[i];
        visit(states);
    }
}

/// Computes every table that a step has made by the words of the step, assignment by assignment.
void check_steps(const Calculation& sheet) {
    for (const CalculationStep& step : sheet.steps()) {
        const Table& output = sheet.table(step.output);
        const Table& input = sheet.table(step.inputs.front());
        double total = 0;
        for (const double cell : input.values()) total += cell;
        for_each_assignment(output.scope(), [&](const States& states) {
            double expected = 1;
            if (step.kind == StepKind::multiply)
                for (const std::size_t i : step.inputs)
                    expected *= value_at(sheet.table(i), states);
            if (step.kind == StepKind::normalise) expected = value_at(input, states) / total;
            if (step.kind == StepKind::select) {
                States all = states;
                for (std::size_t i = 0; i < step.variables.size(); ++i)
                    all[step.variables[i]] = step.states[i];
                expected = value_at(input, all);
            }
            if (step.kind == StepKind::sum || step.kind == StepKind::maximise) {
                expected = 0;
                for_each_assignment(input.scope(), [&](const States& all) {
                    for (const auto& [id, state] : states)
                        if (all.at(id) != state) return;
                    const double cell = value_at(input, all);
                    expected =
                        step.kind == StepKind::sum ? expected + cell : std::max(expected, cell);
                });
            }
            CHECK(value_at(output, states) == Approx(expected).epsilon(1e-12).margin(1e-300));
        });
    }
}

OmittedFamily::Reason reason_of(const Derivation& derivation, VariableId id) {
    for (const OmittedFamily& left : derivation.left_out)
        if (left.variable == id) return left.reason;
    FAIL("variable " << id.index() << " takes part");
    return {};
}

}  // namespace

TEST_CASE("Derivation: the sprinkler's fractions are those of the textbook", "[explain]") {
    const BayesianNetwork network = sprinkler();
    for (const DerivationMethod method : all_methods) {
        const Derivation rain = derived(network, "P(Rain=yes | Wet=yes)", {.method = method});
        CHECK(rain.fractions == std::vector<std::string>{"509/719"});
        check_steps(rain.calculation);
    }
}

TEST_CASE("Derivation: fractions in lowest terms, from the joint table by hand", "[explain]") {
    // 0.2781 / 0.6471, of which 9 is the greatest common divisor.
    const BayesianNetwork network = sprinkler();
    CHECK(derived(network, "P(Sprinkler=on | Wet=yes)").fractions ==
          std::vector<std::string>{"309/719"});
    CHECK(derived(network, "P(Wet)").fractions ==
          std::vector<std::string>{"3529/10000", "6471/10000"});
}

TEST_CASE("Derivation: numbers of more than six digits have no fraction", "[explain]") {
    const BayesianNetwork network = network_of(
        "A{a|b} -> B{a|b}; A: 1/3 2/3; B | A=a: 0.5 0.5; B | A=b: "
        "0.25 0.75");
    CHECK(derived(network, "P(A=a | B=a)").fractions.empty());
}

TEST_CASE("Derivation: says what is left out, and why", "[explain]") {
    const BayesianNetwork network = network_of(
        "A{0|1} -> B{0|1} -> C{0|1} -> D{0|1}; C -> E{0|1}; A: 0.5 0.5; B | A=0: 0.9 0.1; B | A=1: "
        "0.2 0.8; C | B=0: 0.7 0.3; C | B=1: 0.4 0.6; D | C=0: 0.6 0.4; D | C=1: 0.1 0.9; E | C=0: "
        "0.5 0.5; E | C=1: 0.3 0.7");
    const Derivation made = derived(network, "P(D=1 | B=1)");
    CHECK(reason_of(made, network.id("E")) == OmittedFamily::Reason::barren);
    CHECK(reason_of(made, network.id("A")) == OmittedFamily::Reason::separated);
    CHECK(reason_of(made, network.id("B")) == OmittedFamily::Reason::separated);
    CHECK(made.left_out.front().path == std::vector<VariableId>{network.id("A"), network.id("B"),
                                                                network.id("C"), network.id("D")});
    CHECK(made.left_out.front().blocked_at == network.id("B"));
    CHECK(made.order == std::vector<VariableId>{network.id("C")});
    const Derivation known = derived(network, "P(D=1 | B=1, A=0)");
    CHECK(reason_of(known, network.id("A")) == OmittedFamily::Reason::known);
}

TEST_CASE("Derivation: do() takes the table of the variable away", "[explain]") {
    const BayesianNetwork network = sprinkler();
    const Derivation made = derived(network, "P(Rain=yes | Wet=yes, do(Sprinkler=on))");
    CHECK(made.cut == std::vector<VariableId>{network.id("Sprinkler")});
    for (const std::string& name : made.names) CHECK(name.find("P(Sprinkler") == name.npos);
    // 0.5 0.99 / (0.5 0.99 + 0.5 0.9) = 11/21
    CHECK(made.fractions == std::vector<std::string>{"11/21"});
}

TEST_CASE("Derivation: observed numbers are densities over the parents", "[explain]") {
    const BayesianNetwork network = network_of(
        "Sex{m|f} -> height{real}, weight{real}; Sex: 0.5 0.5; height | Sex=m: normal(1.8, var "
        "0.04); height | Sex=f: normal(1.7, var 0.01); weight | Sex=m: normal(80, sd 10); weight | "
        "Sex=f: normal(60, sd 8)");
    const Derivation made = derived(network, "P(Sex=m | height=1.75, weight=70)");
    const auto normal = [](double x, double mean, double variance) {
        return std::exp(-(x - mean) * (x - mean) / (2 * variance)) /
               std::sqrt(2 * 3.14159265358979323846 * variance);
    };
    const double m = normal(1.75, 1.8, 0.04) * normal(70, 80, 100),
                 f = normal(1.75, 1.7, 0.01) * normal(70, 60, 64);
    CHECK(made.calculation.table(made.answer)[0] == Approx(m / (m + f)).epsilon(1e-13));
    CHECK(made.formulas[1].front() == "exp(-(1.75 - 1.8)^2 / (2 x 0.04)) / sqrt(2 pi x 0.04)");
    CHECK(made.fractions.empty());
}

TEST_CASE("Derivation: the order can be given", "[explain]") {
    const BayesianNetwork network = sprinkler();
    const Query query = parse_query(network, "P(Wet)");
    const std::vector<VariableId> order{network.id("Sprinkler"), network.id("Rain")};
    const Derivation made = derive(network, query, {.order = order});
    CHECK(made.order == std::vector<VariableId>{network.id("Sprinkler"), network.id("Rain"),
                                                network.id("Cloudy")});
    CHECK_THROWS_AS(derive(network, query, {.order = {network.id("Wet")}}), ArgumentError);
    CHECK_THROWS_AS(derive(network, query, {.order = {order[0], order[0]}}), ArgumentError);
}

TEST_CASE("Derivation: refuses what is no product and sum of tables", "[explain]") {
    const BayesianNetwork network = sprinkler();
    for (const char* const question :
         {"P(Rain | Wet)", "H(Rain)", "I(Rain; Wet)", "odds(Rain=yes)", "P(Rain=yes) / P(Wet=yes)",
          "P(Rain=yes | Cloudy~[0.3, 0.7])"})
        CHECK_THROWS_AS(derived(network, question), ArgumentError);
    CHECK_THROWS_AS(derived(network, "P(Rain=yes | Wet=yes, Sprinkler=off, Rain=no, Cloudy=no)"),
                    ImpossibleEvidenceError);
    CHECK_THROWS_AS(derived(network, "P(Cloudy=yes | Rain=no, Sprinkler=off, Wet=yes)"),
                    ImpossibleEvidenceError);
    CHECK_THROWS_AS(derived(network, "P(Wet)", {.most_cells = 10}), TooLargeError);
    const BayesianNetwork clinic = clinic_network();
    CHECK_THROWS_AS(derived(clinic, "P(Diabetes=yes | cells > 40)"), ArgumentError);
    CHECK_THROWS_AS(derived(clinic, "P(cells)"), ArgumentError);
}

TEST_CASE("Derivation: every method gives the engine's answer on random networks",
          "[explain][full]") {
    Rng rng(7);
    std::size_t answered = 0;
    for (int round = 0; round < 150; ++round) {
        const BayesianNetwork network =
            random_model(rng, {.max_variables = 7, .max_assignments = 512, .max_parents = 3});
        const InferenceEngine engine(network);
        const RandomGiven given = random_given(rng, network);
        const std::string target = network.variables().front().name();
        for (const std::string& question :
             {"P(" + target + given.text + ")", "argmax(*" + given.text + ")"}) {
            const Query query = parse_query(network, question);
            const Answer truth = answer(engine, query);
            for (const DerivationMethod method : all_methods) {
                INFO(question << " in network " << round);
                if (truth.impossible()) {
                    CHECK_THROWS_AS(derive(network, query, {.method = method}),
                                    ImpossibleEvidenceError);
                    continue;
                }
                ++answered;
                const Derivation made = derive(network, query, {.method = method});
                check_steps(made.calculation);
                const Table& table = made.calculation.table(made.answer);
                if (made.choices.empty()) {
                    const Table& expected = truth.distribution();
                    REQUIRE(table.size() == expected.size());
                    for (std::size_t cell = 0; cell < table.size(); ++cell)
                        CHECK(table[cell] == Approx(expected[cell]).epsilon(1e-9).margin(1e-12));
                } else {
                    CHECK(std::log(table[0]) ==
                          Approx(truth.explanation().log_probability).margin(1e-9));
                }
            }
        }
    }
    CHECK(answered > 200);
}

TEST_CASE("Derivation: the states of the best assignment have its probability", "[explain]") {
    const BayesianNetwork network = sprinkler();
    for (const DerivationMethod method : all_methods) {
        const Derivation made = derived(network, "argmax(* | Wet=yes)", {.method = method});
        std::vector<StateId> states(network.size(), StateId(1));
        for (const DerivedChoice& choice : made.choices)
            for (std::size_t i = 0; i < choice.variables.size(); ++i)
                states[choice.variables[i].index()] = choice.states[i];
        CHECK(std::log(made.calculation.table(made.answer)[0]) ==
              Approx(log_probability(network, states)));
        CHECK(states[network.id("Cloudy").index()] == StateId(1));
        CHECK(states[network.id("Sprinkler").index()] == StateId(0));
    }
}
