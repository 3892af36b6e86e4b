#include <tests/support/catch.hpp>
#include <tests/support/rational_oracle.hpp>

#include <pgm/model/network_builder.hpp>
#include <tests/support/random_model.hpp>

// The oracle judges the engines; here fractions worked out by hand, and the definition written down
// once more, judge the oracle.

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on}, all probabilities fractions of powers of two.
BayesianNetwork lawn() {
    NetworkBuilder builder =
        NetworkBuilder::parse("Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on}");
    builder.cpt("Rain").values({0.75, 0.25});
    builder.cpt("Sprinkler").values({0.5, 0.5});
    builder.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0, 0.5, 0.5, 0.25, 0.75, 0, 1});
    return builder.build();
}

std::size_t assignments(const BayesianNetwork& network) {
    std::size_t count = 1;
    for (const Variable& variable : network.variables()) count *= variable.cardinality();
    return count;
}

std::vector<StateId> assignment(const BayesianNetwork& network, std::size_t number) {
    std::vector<StateId> states;
    for (const Variable& variable : network.variables()) {
        states.emplace_back(number % variable.cardinality());
        number /= variable.cardinality();
    }
    return states;
}

/// P(x, e) as the formula reads: a product over the variables, in fractions.
Rational by_formula(const BayesianNetwork& network, const std::vector<StateId>& x,
                    const Evidence& evidence) {
    Rational product = 1;
    std::vector<bool> intervened(network.size(), false);
    for (const auto& [variable, finding] : evidence) {
        const StateId state = x[variable.index()];
        if (const auto* report = std::get_if<Likelihood>(&finding))
            product *= Rational(report->values[state.index()]);
        else if (finding != Finding(Observed{state}) && finding != Finding(Intervened{state}))
            return Rational(0);
        intervened[variable.index()] = std::holds_alternative<Intervened>(finding);
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        if (intervened[v]) continue;
        const auto& cpd = std::get<TableCpd>(network.cpd(VariableId(v)));
        std::vector<StateId> family;
        for (const VariableId member : cpd.scope().variables()) family.push_back(x[member.index()]);
        product *= Rational(cpd.probability(family));
    }
    return product;
}

}  // namespace

TEST_CASE("The oracle gives the fractions worked out by hand") {
    const BayesianNetwork network = lawn();
    const Evidence wet = Evidence{}.observe(network, "Wet", "wet");
    // P(wet) = 3/8 0 + 3/8 1/2 + 1/8 3/4 + 1/8 1 = 13/32
    const ExactAnswer answer = exact_answer(network, wet);
    CHECK(answer.evidence_probability == Rational(13, 32));
    CHECK(answer.joint[network.id("Rain").index()] ==
          std::vector<Fraction>{Rational(6, 32), Rational(7, 32)});
    CHECK(answer.joint[network.id("Sprinkler").index()] ==
          std::vector<Fraction>{Rational(3, 32), Rational(10, 32)});
    CHECK(answer.best_probability == Rational(3, 16));  // no rain, sprinkler on
}

TEST_CASE("The oracle multiplies likelihoods in and keeps them unnormalised") {
    const BayesianNetwork network = lawn();
    const double report[] = {0.5, 3};
    const ExactAnswer answer =
        exact_answer(network, Evidence{}.likelihood(network, "Rain", report));
    CHECK(answer.evidence_probability == Rational(9, 8));                  // 3/4 1/2 + 1/4 3
    CHECK(answer.joint[network.id("Rain").index()][1] == Rational(3, 4));  // 1/4 3
}

TEST_CASE("In the oracle parents learn nothing from an intervention, children do") {
    const BayesianNetwork network = lawn();
    const ExactAnswer made_wet = exact_answer(network, Evidence{}.intervene(network, "Wet", "wet"));
    CHECK(made_wet.evidence_probability == 1);
    CHECK(made_wet.joint[network.id("Rain").index()][1] == Rational(1, 4));
    const ExactAnswer made_rain =
        exact_answer(network, Evidence{}.intervene(network, "Rain", "yes"));
    CHECK(made_rain.evidence_probability == 1);
    CHECK(made_rain.joint[network.id("Wet").index()][1] == Rational(7, 8));
}

TEST_CASE("The oracle knows impossible evidence") {
    const BayesianNetwork network = lawn();
    const Evidence evidence = parse_evidence(network, "Rain=yes, Sprinkler=on, Wet=dry");
    CHECK(exact_answer(network, evidence).impossible());
    CHECK(exact_answer(network, evidence).joint.empty());
}

TEST_CASE("The oracle's sums are those of the formula, assignment by assignment") {
    Rng rng(11);
    RandomModelOptions small;
    small.max_variables = 6;
    small.max_assignments = 200;
    for (int trial = 0; trial < 60; ++trial) {
        const BayesianNetwork network = random_model(rng, small);
        const Evidence evidence = random_evidence(rng, network);
        const std::vector<VariableId> targets{VariableId(network.size() - 1), VariableId(0)};
        const std::size_t fastest = network.cardinality(targets[1]);
        std::vector<Rational> joint(network.cardinality(targets[0]) * fastest);
        Rational best = 0;
        for (std::size_t number = 0; number < assignments(network); ++number) {
            const std::vector<StateId> x = assignment(network, number);
            const Rational p = by_formula(network, x, evidence);
            CHECK(exact_probability(network, x, evidence) == p);
            joint[x.back().index() * fastest + x.front().index()] += p;
            best = std::max(best, p);
        }
        CHECK(exact_joint(network, targets, evidence) ==
              std::vector<Fraction>(joint.begin(), joint.end()));
        const ExactAnswer answer = exact_answer(network, evidence);
        CHECK(answer.best_probability == best);
        for (std::size_t s = 0; s < fastest && !answer.impossible(); ++s) {
            Rational sum = 0;
            for (std::size_t cell = s; cell < joint.size(); cell += fastest) sum += joint[cell];
            CHECK(answer.joint[0][s] == sum);
        }
    }
}
