#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/junction_tree.hpp>
#include <pgm/inference/variable_elimination.hpp>
#include <pgm/table/table.hpp>
#include <tests/contract/engines.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/rational_oracle.hpp>

#include <cmath>

// Every engine against exact fractions on random networks. Quick runs take a sample, [full] ones
// the 10,000 networks that the project promises.

using namespace pgm;
using namespace pgm::tests;

namespace {

constexpr int evidence_sets = 5;

/// The first set is empty.
Evidence evidence_number(int number, Rng& rng, const BayesianNetwork& network) {
    return number == 0 ? Evidence{} : random_evidence(rng, network);
}

/// One to `largest` distinct variables in random order.
std::vector<VariableId> random_targets(Rng& rng, const BayesianNetwork& network,
                                       std::size_t largest) {
    std::vector<VariableId> targets;
    const std::size_t count = 1 + rng.below(std::min(largest, network.size()));
    for (const std::size_t v : random_permutation(rng, network.size()))
        if (targets.size() < count) targets.emplace_back(v);
    return targets;
}

void judge_marginals(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = random_model(rng);
    const Engines engines(network, network);
    for (int set = 0; set < evidence_sets; ++set) {
        const Evidence evidence = evidence_number(set, rng, network);
        const ExactAnswer exact = exact_answer(network, evidence);
        const double expected_log = exact_log(exact.evidence_probability);
        const std::vector<VariableId> targets = random_targets(rng, network, network.size());
        ask_every_engine(engines, complaints, [&](const auto& engine, Complaints& found) {
            judge(found, engine.marginals(evidence), exact);
            found.unless_near("log_evidence()", engine.log_evidence(evidence), expected_log,
                              log_tolerance(expected_log));

            const Posterior chosen = engine.marginals(targets, evidence);
            found.unless(std::equal(targets.begin(), targets.end(), chosen.variables().begin(),
                                    chosen.variables().end()),
                         "targets out of order");
            judge(found, chosen, exact);
        });
    }
}

void judge_row_of_batch(Complaints& complaints, const BatchPosterior& batch, std::size_t row,
                        const ExactAnswer& exact, VariableId target) {
    complaints.unless(std::isfinite(batch.log_evidence[row]) != exact.impossible(),
                      "impossible or not");
    if (exact.impossible()) return;
    const double expected_log = exact_log(exact.evidence_probability);
    complaints.unless_near("log P(e) of a row", batch.log_evidence[row], expected_log,
                           log_tolerance(expected_log));
    const std::vector<Fraction>& joint = exact.joint[target.index()];
    for (std::size_t k = 0; k < joint.size(); ++k) {
        complaints.unless_near(
            "posterior of a row",
            batch.probabilities(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(k)),
            quotient(joint[k], exact.evidence_probability), 1e-12);
    }
}

/// A small table of findings, states drawn without regard for what is possible, some missing.
void judge_batch(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = random_model(rng);
    constexpr std::size_t rows = 3;
    std::vector<std::vector<std::uint16_t>> cells(
        network.size(), std::vector<std::uint16_t>(rows, missing_cell<std::uint16_t>));
    EvidenceColumns columns{rows, {}};
    for (std::size_t v = 0; v < network.size(); ++v) {
        if (rng.below(2) == 0) continue;
        for (std::uint16_t& cell : cells[v]) {
            if (rng.below(4) > 0)
                cell = static_cast<std::uint16_t>(rng.below(network.cardinality(VariableId(v))));
        }
        columns.columns.push_back({VariableId(v), cells[v]});
    }
    const VariableId target(rng.below(network.size()));
    std::vector<ExactAnswer> exact;
    for (std::size_t row = 0; row < rows; ++row)
        exact.push_back(exact_answer(network, evidence_of_row(columns, row)));
    ask_every_engine(Engines(network, network), complaints,
                     [&](const auto& engine, Complaints& found) {
                         const BatchPosterior batch = engine.marginals(target, columns);
                         for (std::size_t row = 0; row < rows; ++row)
                             judge_row_of_batch(found, batch, row, exact[row], target);
                     });
}

void judge_joint(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = random_model(rng);
    const Engines engines(network, network);
    for (int set = 0; set < evidence_sets; ++set) {
        const Evidence evidence = evidence_number(set, rng, network);
        const std::vector<VariableId> targets = random_targets(rng, network, 4);
        const std::vector<Fraction> exact = exact_joint(network, targets, evidence);
        Fraction total = 0;
        for (const Fraction& p : exact) total += p;

        ask_every_engine(engines, complaints, [&](const auto& engine, Complaints& found) {
            const JointPosterior joint = engine.joint(targets, evidence);
            found.unless((joint.status == PosteriorStatus::impossible) == (total == 0),
                         "wrong status of a joint");
            found.unless(std::ranges::equal(joint.table.scope().variables(), targets),
                         "the axes of a joint are not in the order of the request");
            found.unless_near("log P(e) of a joint", joint.log_evidence, exact_log(total),
                              log_tolerance(exact_log(total)));
            if (joint.table.size() != exact.size()) return found.add("a joint has the wrong size");
            for (std::size_t cell = 0; cell < exact.size(); ++cell)
                found.unless_near("cell " + std::to_string(cell) + " of a joint", joint.table[cell],
                                  total == 0 ? 0.0 : quotient(exact[cell], total), 1e-12);
        });
    }
}

/// An explanation is right when its states have the probability it states, and no other states have
/// more.
void judge_explanation(Complaints& complaints, const Explanation& explanation,
                       const std::vector<Fraction>& joint, std::size_t chosen_cell) {
    const Fraction best = *std::max_element(joint.begin(), joint.end());
    complaints.unless((explanation.status == PosteriorStatus::impossible) == (best == 0),
                      "wrong status of an explanation");
    if (best == 0)
        return complaints.unless(explanation.states.empty(),
                                 "an impossible explanation has states");
    complaints.unless_near("log probability of the best", explanation.log_probability,
                           exact_log(best), log_tolerance(exact_log(best)));
    complaints.unless_near("log probability of the states chosen", exact_log(joint[chosen_cell]),
                           exact_log(best), log_tolerance(exact_log(best)));
}

void judge_explanations(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = random_model(rng);
    const Engines engines(network, network);
    for (int set = 0; set < evidence_sets; ++set) {
        const Evidence evidence = evidence_number(set, rng, network);
        const ExactAnswer exact = exact_answer(network, evidence);
        const double expected_log = exact_log(exact.evidence_probability);
        const std::vector<VariableId> targets = random_targets(rng, network, 4);
        const std::vector<Fraction> joint = exact_joint(network, targets, evidence);
        ask_every_engine(engines, complaints, [&](const auto& engine, Complaints& found) {
            const Explanation mpe = engine.most_probable_explanation(evidence);
            found.unless(exact.impossible() || mpe.states.size() == network.size(),
                         "an explanation leaves variables out");
            const bool has_states = !exact.impossible() && mpe.states.size() == network.size();
            judge_explanation(
                found, mpe,
                {exact.best_probability,
                 has_states ? exact_probability(network, mpe.states, evidence) : Fraction(0)},
                1);
            found.unless_near("log P(e) of an explanation", mpe.log_evidence, expected_log,
                              log_tolerance(expected_log));

            const Explanation map = engine.most_probable_assignment(targets, evidence);
            found.unless(map.variables == targets,
                         "an assignment is not in the order of the request");
            std::size_t cell = 0;
            for (std::size_t i = 0; i < map.states.size(); ++i)
                cell = cell * network.cardinality(targets[i]) + map.states[i].index();
            judge_explanation(found, map, joint, cell);
        });
    }
}

/// Networks with too many assignments for the oracle, against variable elimination as textbooks
/// write it. It computes without scaling, so that evidence of tiny probability is left out.
void judge_by_peer(std::uint64_t seed, Complaints& complaints) {
    constexpr double most_cells = 20'000, smallest_log = -400;
    Rng rng(seed);
    const BayesianNetwork network = random_model(rng, {.min_variables = 12,
                                                       .max_variables = 24,
                                                       .max_assignments = std::size_t{1} << 50,
                                                       .max_parents = 3,
                                                       .max_table_cells = 512});
    if (junction_tree_size(network).largest_clique_cells > most_cells) return;
    const Engines engines(network, network);
    for (int set = 0; set < 3; ++set) {
        const Evidence evidence = evidence_number(set, rng, network);
        const std::vector<VariableId> targets = random_targets(rng, network, 2);
        const JointPosterior expected = variable_elimination(network, targets, evidence);
        ask_every_engine(engines, complaints, [&](const auto& engine, Complaints& found) {
            const JointPosterior joint = engine.joint(targets, evidence);
            if (joint.status == PosteriorStatus::ok && joint.log_evidence < smallest_log) return;
            found.unless(joint.status == expected.status, "another status than its peer");
            found.unless_near("log P(e)", joint.log_evidence, expected.log_evidence,
                              log_tolerance(expected.log_evidence));
            for (std::size_t cell = 0; cell < expected.table.size(); ++cell)
                found.unless_near("cell " + std::to_string(cell) + " of a joint", joint.table[cell],
                                  expected.table[cell], 1e-12);
            if (expected.status == PosteriorStatus::impossible) return;
            const Posterior posterior = engine.marginals(targets, evidence);
            Table first = expected.table;
            if (targets.size() == 2) first = sum_out(first, targets[1]);
            for (std::size_t state = 0; state < first.size(); ++state)
                found.unless_near("a marginal", posterior[0][state], first[state], 1e-12);
        });
    }
}

}  // namespace

TEST_CASE("Joints and marginals are those of plain variable elimination on larger networks") {
    CHECK(sweep(400'000, 60, judge_by_peer) == no_complaints);
}

TEST_CASE("Marginals, log P(e) and status are the oracle's on random networks") {
    CHECK(sweep(0, 200, judge_marginals) == no_complaints);
}

TEST_CASE(
    "Log P(e), status and posteriors of the rows of a batch are the oracle's on random networks") {
    CHECK(sweep(300'000, 100, judge_batch) == no_complaints);
}

TEST_CASE("Joint distributions of any set are the oracle's on random networks") {
    CHECK(sweep(100'000, 100, judge_joint) == no_complaints);
}

TEST_CASE("Most probable explanations and assignments are the oracle's on random networks") {
    CHECK(sweep(200'000, 100, judge_explanations) == no_complaints);
}

TEST_CASE("Marginals, log P(e) and status are the oracle's on 10,000 random networks", "[full]") {
    CHECK(sweep(0, 10'000, judge_marginals) == no_complaints);
}

TEST_CASE(
    "Log P(e), status and posteriors of the rows of a batch are the oracle's on 3,000 random "
    "networks",
    "[full]") {
    CHECK(sweep(300'000, 3'000, judge_batch) == no_complaints);
}

TEST_CASE("Joint distributions of any set are the oracle's on 3,000 random networks", "[full]") {
    CHECK(sweep(100'000, 3'000, judge_joint) == no_complaints);
}

TEST_CASE("Most probable explanations and assignments are the oracle's on 3,000 random networks",
          "[full]") {
    CHECK(sweep(200'000, 3'000, judge_explanations) == no_complaints);
}
