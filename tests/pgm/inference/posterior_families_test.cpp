
#include <pgm/core/random.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Every family against a question of its own.
void compare_with_joints(const InferenceEngine& engine, const Evidence& evidence,
                         Workspace& workspace) {
    const FamilyPosteriors posteriors = engine.families(evidence, workspace);
    const double log_evidence = engine.log_evidence(evidence);
    if (log_evidence == -std::numeric_limits<double>::infinity()) {
        CHECK(posteriors.log_evidence == log_evidence);
        CHECK(posteriors.cells.empty());
        return;
    }
    CHECK_THAT(posteriors.log_evidence, Catch::Matchers::WithinAbs(log_evidence, 1e-10));
    const BayesianNetwork& network = engine.network();
    for (std::size_t v = 0; v < network.size(); ++v) {
        const auto* const table = std::get_if<TableCpd>(&network.cpd(VariableId(v)));
        if (!table) {
            CHECK(posteriors.of(VariableId(v)).empty());
            continue;
        }
        const JointPosterior joint = engine.joint(table->scope().variables(), evidence);
        std::vector<double> cells(joint.table.size());
        for (const auto& [cell, probability] : posteriors.of(VariableId(v)))
            cells[cell] += probability;
        double worst = 0;
        for (std::size_t i = 0; i < cells.size(); ++i)
            worst = std::max(worst, std::abs(cells[i] - joint.table[i]));
        CHECK(worst < 1e-12);
    }
}

}  // namespace

TEST_CASE("The families of random networks are what a question about each of them says",
          "[inference]") {
    Rng rng(12);
    Workspace workspace;
    for (int trial = 0; trial < 60; ++trial) {
        const InferenceEngine engine(random_model(rng));
        for (int set = 0; set < 4; ++set) {
            Evidence evidence;
            for (std::size_t v = 0; v < engine.network().size() && set > 0; ++v) {
                if (rng.uniform() < 0.2 * set)
                    evidence.observe(
                        VariableId(v),
                        StateId(rng.below(engine.network().cardinality(VariableId(v)))));
            }
            CAPTURE(trial, set);
            compare_with_joints(engine, evidence, workspace);
        }
    }
}

TEST_CASE("Measured values count in the posteriors of families of discrete variables",
          "[inference]") {
    NetworkBuilder net;
    net.variable("A", {"0", "1"}).variable("B", {"0", "1"}).arc("A", "B");
    net.add_variable(Variable("x"));
    net.cpt("A").values({0.3, 0.7});
    net.cpt("B").values({0.2, 0.8, 0.6, 0.4});
    net.set_cpd(LinearGaussianCpd(VariableId(std::size_t{2}),
                                  Scope({VariableId(std::size_t{1})}, {2}), {},
                                  {{0, {}, 1}, {2, {}, 3}}));
    const InferenceEngine engine(net.build());
    Workspace workspace;
    compare_with_joints(engine, Evidence{}.observe(VariableId(std::size_t{2}), 1.5), workspace);
    compare_with_joints(engine, {}, workspace);
}
