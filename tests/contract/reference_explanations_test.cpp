#include <pgm/explain/findings.hpp>
#include <pgm/explain/relevant.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/k_best.hpp>
#include <pgm/query/answer.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>

#include <string>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using nlohmann::json;

// Weights of findings, the next best assignments and most relevant explanations, as another program
// found them by an elimination of its own.

namespace {

constexpr double explained_precision = 1e-9;

using States = std::map<std::string, std::string>;

States states_of(const BayesianNetwork& network, std::span<const VariableId> variables,
                 std::span<const StateId> states) {
    States all;
    for (std::size_t i = 0; i < states.size(); ++i)
        all[network.variable(variables[i]).name()] =
            network.variable(variables[i]).state(states[i]);
    return all;
}

std::vector<VariableId> variables_in(const BayesianNetwork& network, const json& names) {
    std::vector<VariableId> variables;
    for (const json& name : names) variables.push_back(network.id(name.get<std::string>()));
    return variables;
}

void check_explained(double value, const json& expected) {
    CHECK_THAT(value, WithinAbs(expected.get<double>(), explained_precision));
}

void check_findings(const InferenceEngine& engine, const Query& query, const json& reference) {
    const BayesianNetwork& network = engine.network();
    const FindingAnalysis found = analyse_findings(engine, query);
    check_explained(found.posterior, reference["posterior"]);
    check_explained(found.prior, reference["prior"]);
    check_explained(found.conflict, reference["conflict"]);
    check_explained(found.log_evidence, reference["log_evidence"]);
    REQUIRE(found.findings.size() == reference["findings"].size());
    for (const json& expected : reference["findings"]) {
        INFO(expected["finding"]);
        const auto effect = std::ranges::find(
            found.findings, expected["finding"].get<std::string>(), &FindingEffect::finding);
        REQUIRE(effect != found.findings.end());
        check_explained(effect->without.value(), expected["without"]);
        check_explained(effect->weight_of_evidence, expected["weight_of_evidence"]);
        const Variable& variable = network.variable(effect->variable.value());
        REQUIRE(effect->alternatives.size() == expected["alternatives"].size());
        for (const auto& [state, probability] : expected["alternatives"].items())
            check_explained(effect->alternatives[variable.find_state(state)->index()].value(),
                            probability);
    }
}

void check_best(const InferenceEngine& engine, const Given& given, const json& reference) {
    const auto targets = variables_in(engine.network(), reference["of"]);
    const Answer found =
        answer(engine, {MostProbableAssignmentOf{targets, reference["best"].size()}, given});
    REQUIRE(found.best.size() == reference["best"].size());
    for (std::size_t i = 0; i < found.best.size(); ++i) {
        const Explanation& one = found.best[i];
        const json& expected = reference["best"][i];
        check_explained(std::exp(one.log_posterior), expected["probability"]);
        const bool is_tied = (i > 0 && are_tied(found.best[i - 1], one)) ||
                             (i + 1 < found.best.size() && are_tied(one, found.best[i + 1]));
        if (!is_tied)
            CHECK(states_of(engine.network(), one.variables, one.states) ==
                  expected["assignment"].get<States>());
    }
}

void check_relevant(const InferenceEngine& engine, const Given& given, const json& reference) {
    const auto variables = variables_in(engine.network(), reference["of"]);
    const auto found =
        most_relevant_explanations(engine, variables, given, reference["best"].size());
    REQUIRE(found.size() == reference["best"].size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const json& expected = reference["best"][i];
        CHECK_THAT(found[i].bayes_factor,
                   WithinRel(expected["bayes_factor"].get<double>(), explained_precision));
        CHECK(states_of(engine.network(), found[i].variables, found[i].states) ==
              expected["explanation"].get<States>());
    }
}

}  // namespace

TEST_CASE("Reference explanations: findings, next best and most relevant", "[explain]") {
    for (const std::string name : {"fire", "asia", "alarm", "insurance"}) {
        const auto reference = reference_json("next/explain/" + name + ".json");
        if (!reference) {
            WARN("SKIPPED: " + name);
            return;
        }
        const BayesianNetwork network = reference_network((*reference)["model"].get<std::string>());
        const InferenceEngine engine(network);
        for (const json& question : (*reference)["questions"]) {
            INFO(name << " " << question["target"].dump());
            const Given given = given_of(evidence_from_json(network, question["evidence"]));
            const json& target = question["target"];
            const Expression event =
                is(network, target.begin().key(), target.begin().value().get<std::string>());
            check_findings(engine, {ProbabilityOf{event}, given}, question);
            if (question.contains("k_best")) check_best(engine, given, question["k_best"]);
            if (question.contains("most_relevant"))
                check_relevant(engine, given, question["most_relevant"]);
        }
    }
}
