#include <pgm/core/error.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/junction_tree.hpp>
#include <pgm/inference/variable_elimination.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/noisy_networks.hpp>

#include <cmath>
#include <cstdint>
#include <optional>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

/// Observations, a likelihood and now and then an intervention, all at random.
Evidence random_evidence(const BayesianNetwork& network, Rng& rng) {
    Evidence evidence;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        const std::size_t states = network.cardinality(variable);
        const StateId state(static_cast<std::size_t>(rng.uniform() * static_cast<double>(states)));
        const double choice = rng.uniform();
        if (choice < 0.3) {
            evidence.observe(variable, state);
        } else if (choice < 0.4) {
            std::vector<double> values(states, 0.5);
            values[state.index()] = 0.1;
            evidence.likelihood(variable, values);
        } else if (choice < 0.45) {
            evidence.intervene(variable, state);
        }
    }
    return evidence;
}

void check_log(double actual, double expected) {
    if (std::isinf(expected))
        CHECK(actual == expected);
    else
        CHECK_THAT(actual, WithinAbs(expected, 1e-12));
}

void check_marginals(const Posterior& actual, const Posterior& expected) {
    check_log(actual.log_evidence(), expected.log_evidence());
    REQUIRE(actual.size() == expected.size());
    for (std::size_t i = 0; i < actual.size() && !expected.impossible(); ++i)
        for (std::size_t s = 0; s < expected[i].size(); ++s)
            CHECK_THAT(actual[i][s], WithinAbs(expected[i][s], 1e-12));
}

/// log P(assignment, evidence) by the tables.
void check_explanation(const Explanation& actual, const Explanation& expected,
                       const InferenceEngine& tables, const Evidence& evidence) {
    CHECK(actual.status == expected.status);
    if (expected.status == PosteriorStatus::impossible) return;
    check_log(actual.log_probability, expected.log_probability);
    check_log(actual.log_evidence, expected.log_evidence);
    CHECK(actual.variables == expected.variables);
    REQUIRE(actual.states.size() == actual.variables.size());
    Evidence with = evidence;  // a tie may be broken either way, so the assignment is looked up
    for (std::size_t i = 0; i < actual.states.size(); ++i) {
        const Finding* const known = evidence.find(actual.variables[i]);
        const Likelihood* const weighed = known ? std::get_if<Likelihood>(known) : nullptr;
        if (known && !weighed) continue;
        std::vector<double> only(tables.network().cardinality(actual.variables[i]), 0.0);
        const std::size_t state = actual.states[i].index();
        only[state] = weighed ? weighed->values[state] : 1;
        with.likelihood(actual.variables[i], only);
    }
    check_log(tables.log_evidence(with), expected.log_probability);
}

}  // namespace

TEST_CASE("Expanded network: every answer is that of the tables by definition",
          "[inference][noisy]") {
    Rng rng(2);
    for (int round = 0; round < 60; ++round) {
        INFO("round " << round);
        const BayesianNetwork network = random_noisy_network(8, 4, rng);
        const InferenceEngine ours(network), tables(with_tables_by_definition(network));
        Workspace workspace;
        for (int question = 0; question < 4; ++question) {
            const Evidence evidence = random_evidence(network, rng);
            check_marginals(ours.marginals(evidence, workspace), tables.marginals(evidence));
            check_log(ours.log_evidence(evidence, workspace), tables.log_evidence(evidence));
            check_explanation(ours.most_probable_explanation(evidence, workspace),
                              tables.most_probable_explanation(evidence), tables, evidence);
            const std::vector<VariableId> some{VariableId(6), VariableId(1), VariableId(7)};
            check_explanation(ours.most_probable_assignment(some, evidence, workspace),
                              tables.most_probable_assignment(some, evidence), tables, evidence);
            const JointPosterior joint = ours.joint(some, evidence, workspace),
                                 expected = tables.joint(some, evidence);
            for (std::size_t cell = 0; cell < expected.table.size(); ++cell)
                CHECK_THAT(joint.table[cell], WithinAbs(expected.table[cell], 1e-12));
            check_log(variable_elimination(network, some, evidence).log_evidence,
                      expected.log_evidence);
        }
    }
}

TEST_CASE("Expanded network: batches are what single questions say", "[inference][noisy]") {
    Rng rng(4);
    constexpr std::size_t rows = 300;
    for (int round = 0; round < 5; ++round) {
        const BayesianNetwork network = random_noisy_network(8, 4, rng);
        std::vector<std::vector<std::uint8_t>> cells(3, std::vector<std::uint8_t>(rows));
        EvidenceColumns columns{rows, {}};
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const VariableId variable(i + 3);
            const auto codes = static_cast<double>(network.cardinality(variable) + 1);
            for (std::uint8_t& cell : cells[i]) {
                cell = static_cast<std::uint8_t>(rng.uniform() * codes);
                if (cell == network.cardinality(variable)) cell = missing_cell<std::uint8_t>;
            }
            columns.columns.push_back({variable, std::span<const std::uint8_t>(cells[i])});
        }
        const InferenceEngine ours(network), tables(with_tables_by_definition(network));
        const VariableId target(1);
        const BatchPosterior of_one = ours.marginals(target, columns);
        const BatchPosterior of_all = ours.marginals(columns);
        REQUIRE(of_all.variables.size() == network.size());
        for (std::size_t row = 0; row < rows; ++row) {
            const Posterior expected = tables.marginals(evidence_of_row(columns, row));
            check_log(of_one.log_evidence[row], expected.log_evidence());
            check_log(of_all.log_evidence[row], expected.log_evidence());
            for (std::size_t v = 0; v < network.size() && !expected.impossible(); ++v)
                for (std::size_t s = 0; s < expected[v].size(); ++s) {
                    const auto r = static_cast<Eigen::Index>(row);
                    CHECK_THAT(
                        of_all.probabilities(r, static_cast<Eigen::Index>(of_all.offsets[v] + s)),
                        WithinAbs(expected[v][s], 1e-12));
                    if (v == target.index())
                        CHECK_THAT(of_one.probabilities(r, static_cast<Eigen::Index>(s)),
                                   WithinAbs(expected[v][s], 1e-12));
                }
        }
    }
}

TEST_CASE("Expanded network: densities follow the hidden variables", "[inference][noisy]") {
    Rng rng(6);
    const BayesianNetwork discrete = random_noisy_network(6, 3, rng);
    NetworkBuilder builder(discrete);
    const VariableId below = builder.add_variable(Variable("y")),
                     lower = builder.add_variable(Variable("z"));
    const std::size_t states = discrete.cardinality(VariableId(5));
    std::vector<LinearGaussianCpd::Row> rows;
    for (std::size_t s = 0; s < states; ++s) rows.push_back({static_cast<double>(s), {}, 1});
    builder.set_cpd(LinearGaussianCpd(below, Scope({VariableId(5)}, {states}), {}, rows));
    builder.set_cpd(LinearGaussianCpd(lower, Scope(), {below}, {{0, {2}, 1}}));
    const BayesianNetwork network = builder.build();
    const InferenceEngine ours(network), tables(with_tables_by_definition(network));
    for (const VariableId measured : {below, lower}) {
        for (int question = 0; question < 5; ++question) {
            const Evidence evidence = random_evidence(discrete, rng).observe(measured, 1.25);
            check_marginals(ours.marginals(evidence), tables.marginals(evidence));
            check_explanation(ours.most_probable_explanation(evidence),
                              tables.most_probable_explanation(evidence), tables, evidence);
        }
    }
    const PredictedCost prediction = ours.predicted_cost(Evidence{}.observe(below, 1.0));
    for (const PredictedCost::Candidate& candidate : prediction.candidates)
        for (const VariableId member : candidate.largest_clique)
            CHECK(member.index() < network.size());
}

TEST_CASE("Expanded network: predictions of plans name no hidden variables", "[inference][noisy]") {
    Rng rng(8);
    const BayesianNetwork network = random_noisy_network(9, 5, rng);
    const PredictedCost prediction =
        InferenceEngine(network).predicted_cost(Evidence{}.observe(VariableId(7), StateId(1)));
    REQUIRE(prediction.graph);
    const auto check = [&](std::span<const VariableId> variables) {
        for (const VariableId variable : variables) CHECK(variable.index() < network.size());
    };
    for (const PlanGraph::Table& table : prediction.graph->tables) {
        check(table.scope);
        check(table.evidence_axes);
        CHECK((!table.variable || table.variable->index() < network.size()));
    }
    for (const PlanGraph::Contraction& contraction : prediction.graph->contractions) {
        check(contraction.scope);
        check(contraction.summed_out);
    }
    for (const PredictedCost::Candidate& candidate : prediction.candidates)
        check(candidate.largest_clique);
}

TEST_CASE("Expanded network: posteriors of families are refused by name", "[inference][noisy]") {
    Rng rng(9);
    const InferenceEngine engine(random_noisy_network(4, 2, rng));
    Workspace workspace;
    CHECK_THROWS_WITH(engine.families({}, workspace),
                      "posteriors of families are those of tables, and 'X1' has none (ask for the "
                      "joint distribution of the variables in question)");
}

TEST_CASE("Expanded network: a finding below hundreds of causes is exact and cheap",
          "[inference][noisy]") {
    constexpr std::size_t causes = 600;
    NetworkBuilder builder;
    std::vector<NoisyMaxCpd::Link> links;
    for (std::size_t i = 0; i < causes; ++i) {
        builder.add_variable(Variable("C" + std::to_string(i), {"no", "yes"}));
        builder.set_cpd(TableCpd(Scope({VariableId(i)}, {2}), std::vector<double>{0.99, 0.01}));
        links.push_back({VariableId(i), {{}, {0.5, 0.5}}});
    }
    const VariableId x = builder.add_variable(Variable("x", {"no", "yes"}));
    builder.set_cpd(NoisyMaxCpd(x, links, std::vector<double>{0.9, 0.1}));
    const InferenceEngine engine(builder.build());
    const double log_no = std::log(0.9) + causes * std::log(0.995);
    const Posterior no = engine.marginals(Evidence{}.observe(x, StateId(0)));
    CHECK_THAT(no.log_evidence(), WithinAbs(log_no, 1e-11));
    CHECK_THAT(no[17][1], WithinAbs(0.01 * 0.5 / 0.995, 1e-14));
    const Posterior yes = engine.marginals(Evidence{}.observe(x, StateId(1)));
    const double p_no = std::exp(log_no);
    CHECK_THAT(yes.log_evidence(), WithinAbs(std::log1p(-p_no), 1e-12));
    CHECK_THAT(yes[17][1], WithinAbs(0.01 * (1 - 0.5 * p_no / 0.995) / (1 - p_no), 1e-13));
    CHECK(junction_tree_size(engine.network()).largest_clique_cells == 8);
}

TEST_CASE("Expanded network: a maximum over too many causes is refused", "[inference][noisy]") {
    NetworkBuilder builder;
    std::vector<NoisyMaxCpd::Link> links;
    for (std::size_t i = 0; i < 100; ++i) {
        builder.add_variable(Variable("C" + std::to_string(i), {"no", "yes"}));
        builder.set_cpd(TableCpd(Scope({VariableId(i)}, {2}), std::vector<double>{0.6, 0.4}));
        links.push_back({VariableId(i), {{}, {0.5, 0.5}}});
    }
    const VariableId x = builder.add_variable(Variable("x", {"no", "yes"}));
    builder.set_cpd(NoisyMaxCpd(x, links, std::vector<double>{0.9, 0.1}));
    const InferenceEngine engine(builder.build());
    CHECK_THROWS_AS(engine.most_probable_explanation(Evidence{}.observe(x, StateId(1))),
                    TooLargeError);
    // Where x is absent every cause is for itself.
    const Explanation absent = engine.most_probable_explanation(Evidence{}.observe(x, StateId(0)));
    CHECK_THAT(absent.log_probability, WithinAbs(std::log(0.9) + 100 * std::log(0.6), 1e-12));
}
