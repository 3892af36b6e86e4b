#include <pgm/inference/variable_elimination.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/rational_oracle.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

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

void judge_joint(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = random_model(rng);
    for (int set = 0; set < 3; ++set) {
        const Evidence evidence = set == 0 ? Evidence{} : random_evidence(rng, network);
        std::vector<VariableId> targets;
        for (const std::size_t v : random_permutation(rng, network.size()))
            if (targets.size() < 2) targets.emplace_back(v);
        const std::vector<Fraction> exact = exact_joint(network, targets, evidence);
        Fraction total = 0;
        for (const Fraction& p : exact) total += p;
        const double expected_log = exact_log(total);
        // Without scaling, numbers below 1e-308 are zeros.
        if (total != 0 && expected_log < -600) continue;

        const JointPosterior joint = variable_elimination(network, targets, evidence);
        complaints.unless((joint.status == PosteriorStatus::impossible) == (total == 0),
                          "wrong status");
        complaints.unless(std::ranges::equal(joint.table.scope().variables(), targets),
                          "the axes are not in the order of the request");
        complaints.unless_near("log P(e)", joint.log_evidence, expected_log,
                               log_tolerance(expected_log));
        for (std::size_t cell = 0; cell < exact.size(); ++cell)
            complaints.unless_near("cell " + std::to_string(cell), joint.table[cell],
                                   total == 0 ? 0.0 : quotient(exact[cell], total), 1e-12);
    }
}

}  // namespace

TEST_CASE("Variable elimination: a posterior worked out by hand", "[variable_elimination]") {
    const BayesianNetwork network = lawn();
    const Evidence wet = Evidence{}.observe(network, "Wet", "wet");
    // P(wet) = 3/8 0 + 3/8 1/2 + 1/8 3/4 + 1/8 1 = 13/32, P(rain, wet) = 7/32
    const VariableId rain = network.id("Rain");
    const JointPosterior posterior = variable_elimination(network, std::span(&rain, 1), wet);
    CHECK(posterior.status == PosteriorStatus::ok);
    CHECK_THAT(posterior.log_evidence, WithinAbs(std::log(13.0 / 32), 1e-15));
    CHECK_THAT(posterior.table[1], WithinAbs(7.0 / 13, 1e-15));
    const JointPosterior made = variable_elimination(network, std::span(&rain, 1),
                                                     Evidence{}.intervene(network, "Wet", "wet"));
    CHECK_THAT(made.table[1], WithinAbs(0.25, 1e-15));  // causes learn nothing
    CHECK(made.log_evidence == 0);
    const JointPosterior nothing = variable_elimination(network, {}, wet);
    CHECK(nothing.table.size() == 1);
    CHECK_THAT(nothing.log_evidence, WithinAbs(std::log(13.0 / 32), 1e-15));
}

TEST_CASE("Variable elimination: joints, log P(e) and status are the oracle's on random networks",
          "[variable_elimination]") {
    CHECK(sweep(500'000, 150, judge_joint) == no_complaints);
}

TEST_CASE("Variable elimination: what does not fit is refused", "[variable_elimination]") {
    const BayesianNetwork network = lawn();
    const std::vector<VariableId> twice{VariableId(0), VariableId(0)}, unknown{VariableId(7)};
    CHECK_THROWS_AS(variable_elimination(network, twice), ArgumentError);
    CHECK_THROWS_AS(variable_elimination(network, unknown), ArgumentError);
    CHECK_THROWS_AS(
        variable_elimination(network, {}, Evidence{}.observe(VariableId(7), StateId(0))),
        EvidenceError);
    NetworkBuilder builder("height");
    builder.add_variable(Variable("height"));
    builder.set_cpd(LinearGaussianCpd(VariableId(0), Scope{}, {}, {{1.8, {}, 0.1}}));
    CHECK_THROWS_WITH(variable_elimination(builder.build(), {}),
                      Catch::Contains("discrete networks only"));
}
