#include <tests/contract/engines.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/rational_oracle.hpp>
#include <tests/support/reference_data.hpp>

// Answers about the networks of the public repositories, frozen as files: computed by another
// program, agreed upon by five more, and exact fractions for the small random ones.

using namespace pgm;
using namespace pgm::tests;
using nlohmann::json;

namespace {

constexpr double reference_tolerance = 1e-9;

void judge_distribution(Complaints& complaints, const std::string& what,
                        std::span<const double> actual, const json& expected) {
    complaints.unless(actual.size() == expected.size(), what + " has the wrong size");
    for (std::size_t s = 0; s < std::min(actual.size(), expected.size()); ++s)
        complaints.unless_near(what + "[" + std::to_string(s) + "]", actual[s],
                               expected[s].get<double>(), reference_tolerance);
}

/// log P(x, e) by the network's own tables, for the states named in the reference.
double log_probability_of(const BayesianNetwork& network, const json& assignment) {
    std::vector<StateId> states(network.size());
    for (const auto& [variable, state] : assignment.items())
        states[network.id(variable).index()] =
            network.variable(variable).state_id(state.get<std::string>());
    return log_probability(network, states);
}

void judge_query(Complaints& complaints, const InferenceEngine& engine, const json& query) {
    const BayesianNetwork& network = engine.network();
    json findings = query["evidence"];
    if (query.contains("soft_evidence")) findings.update(query["soft_evidence"]);
    const Evidence evidence = evidence_from_json(network, findings);
    const std::string id = query["id"].get<std::string>() + ": ";

    const Posterior posterior = engine.marginals(evidence);
    complaints.unless(posterior.impossible() != query["possible"].get<bool>(), id + "wrong status");
    if (!query["possible"].get<bool>() || posterior.impossible()) return;
    const double expected_log = query["log_p_evidence"].get<double>();
    complaints.unless_near(id + "log P(e)", posterior.log_evidence(), expected_log,
                           log_tolerance(expected_log, reference_tolerance) + 1e-12);
    complaints.unless_near(id + "log_evidence()", engine.log_evidence(evidence), expected_log,
                           log_tolerance(expected_log, reference_tolerance) + 1e-12);
    for (const auto& [variable, distribution] : query["posterior"].items())
        judge_distribution(complaints, id + variable, posterior.marginal(network.id(variable)),
                           distribution);

    if (!query.contains("mpe")) return;
    const Explanation mpe = engine.most_probable_explanation(evidence);
    const double best = query["mpe"]["log_p"].get<double>();
    complaints.unless_near(id + "log probability of the best", mpe.log_probability, best,
                           log_tolerance(best, reference_tolerance));
    complaints.unless_near(id + "log probability of its states",
                           log_probability(network, mpe.states), best,
                           log_tolerance(best, reference_tolerance));
    complaints.unless_near(id + "the reference's own states",
                           log_probability_of(network, query["mpe"]["assignment"]), best,
                           log_tolerance(best, reference_tolerance));
}

/// Complaints about all queries of marginals/<name>.json.gz; null where the data is absent.
std::optional<std::vector<std::string>> judge_network(const std::string& name) {
    const std::optional<json> reference = reference_json("marginals/" + name + ".json.gz");
    if (!reference) return std::nullopt;
    const InferenceEngine engine(reference_network((*reference)["file"].get<std::string>()));
    Complaints complaints;
    for (const json& query : (*reference)["queries"]) judge_query(complaints, engine, query);
    return complaints.list();
}

void check_networks(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const auto complaints = judge_network(name);
        if (!complaints) {
            WARN("SKIPPED: PGM_REFERENCE_DATA has no marginals/" + name + ".json.gz");
            return;
        }
        INFO(name);
        CHECK(*complaints == no_complaints);
    }
}

/// Nested arrays, the first variable outermost, as one run.
void flatten(const json& nested, std::vector<double>& values) {
    if (nested.is_number()) return values.push_back(nested.get<double>());
    for (const json& part : nested) flatten(part, values);
}

void judge_exact_query(Complaints& complaints, const InferenceEngine& engine, const json& query) {
    const BayesianNetwork& network = engine.network();
    const std::string id = query["id"].get<std::string>() + ": ";
    const Evidence evidence = evidence_from_json(network, query["evidence"]);
    const Posterior posterior = engine.marginals(evidence);
    complaints.unless(posterior.impossible() != query["possible"].get<bool>(), id + "wrong status");
    if (posterior.impossible()) return;
    const double expected_log = exact_log(Rational(query["p_evidence"].get<std::string>()));
    complaints.unless_near(id + "log P(e)", posterior.log_evidence(), expected_log,
                           log_tolerance(expected_log));
    for (const auto& [variable, fractions] : query["posterior_exact"].items())
        for (std::size_t s = 0; s < fractions.size(); ++s)
            complaints.unless_near(id + variable, posterior.marginal(network.id(variable))[s],
                                   to_double(Rational(fractions[s].get<std::string>())), 1e-12);
    const double best = exact_log(Rational(query["mpe"]["p"].get<std::string>()));
    complaints.unless_near(id + "log probability of the best",
                           engine.most_probable_explanation(evidence).log_probability, best,
                           log_tolerance(best));

    // The oracle under the same eyes: its fractions are of doubles, the file's of decimals.
    const ExactAnswer exact = exact_answer(network, evidence);
    complaints.unless_near(id + "the oracle's log P(e)", exact_log(exact.evidence_probability),
                           expected_log, log_tolerance(expected_log));
    complaints.unless_near(id + "the oracle's best", exact_log(exact.best_probability), best,
                           log_tolerance(best));
}

}  // namespace

TEST_CASE(
    "Posteriors, log P(e) and most probable explanations of small public networks are the "
    "references'") {
    check_networks({"asia", "cancer", "earthquake", "sachs", "survey", "child", "alarm",
                    "insurance", "hailfinder", "win95pts"});
}

TEST_CASE(
    "Posteriors, log P(e) and most probable explanations of large public networks are the "
    "references'",
    "[full]") {
    check_networks({"andes", "water", "mildew", "pigs", "diabetes", "link", "munin1"});
}

TEST_CASE("Joint posteriors of two and three variables are the references'") {
    const std::optional<json> reference = reference_json("marginals/joint_queries.json");
    if (!reference) {
        WARN("SKIPPED: PGM_REFERENCE_DATA has no marginals/joint_queries.json");
        return;
    }
    for (const auto& [name, queries] : (*reference)["networks"].items()) {
        const InferenceEngine engine(reference_network("networks/bif/" + name + ".bif"));
        Complaints complaints(name + ": ");
        for (const json& query : queries) {
            std::vector<VariableId> targets;
            for (const json& variable : query["variables"])
                targets.push_back(engine.network().id(variable.get<std::string>()));
            std::vector<double> expected;
            flatten(query["joint"], expected);
            const JointPosterior joint =
                engine.joint(targets, evidence_from_json(engine.network(), query["evidence"]));
            judge_distribution(complaints, query["variables"].dump(), joint.table.values(),
                               expected);
        }
        CHECK(complaints.list() == no_complaints);
    }
}

TEST_CASE("Exact answers about random networks are the fractions of the reference") {
    std::size_t networks = 0;
    for (int number = 0; number <= 40; number += 2) {
        const std::string stem = "networks/random/random_" + std::string(number < 10 ? "0" : "") +
                                 std::to_string(number);
        const std::optional<json> reference = reference_json(stem + ".json");
        if (!reference) continue;
        ++networks;
        const InferenceEngine engine(reference_network(stem + ".bif"));
        Complaints complaints(stem + ": ");
        for (const json& query : (*reference)["queries"])
            judge_exact_query(complaints, engine, query);
        CHECK(complaints.list() == no_complaints);
    }
    if (networks == 0) WARN("SKIPPED: PGM_REFERENCE_DATA has no networks/random");
}
