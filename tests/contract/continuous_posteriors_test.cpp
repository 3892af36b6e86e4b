#include <io/network_file.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>

#include <cmath>
#include <string>

using namespace pgm;
using namespace pgm::tests;
using nlohmann::json;

// Posteriors of continuous variables, against answers computed with 40 to 70 digits by enumerating
// the configurations of the discrete variables.

namespace {

constexpr double exact = 1e-9;

bool is_near(double a, double b, double size) {
    return std::abs(a - b) <= exact * size;
}

/// What a question knows.
Evidence evidence_of(const BayesianNetwork& network, const json& question) {
    Evidence evidence = evidence_from_json(network, question["evidence"]);
    if (question.contains("soft_evidence"))
        for (const auto& [name, likelihood] : question["soft_evidence"].items())
            evidence.likelihood(network, name, likelihood.get<std::vector<double>>());
    if (question.contains("do"))
        for (const auto& [name, value] : question["do"].items())
            evidence.intervene(network, name, value.get<double>());
    if (question.contains("interval_evidence")) {
        const json& known = question["interval_evidence"];
        Interval interval;
        if (!known["above"].is_null()) interval.above = known["above"];
        if (!known["up_to"].is_null()) interval.up_to = known["up_to"];
        evidence.observe(network.id(known["variable"].get<std::string>()), interval);
    }
    return evidence;
}

/// Under that evidence, by the language of questions.
double answered(const InferenceEngine& engine, const Evidence& evidence, const json& question) {
    std::string text = "P(" + question["event"].get<std::string>();
    if (question.contains("given_too")) text += " | " + question["given_too"].get<std::string>();
    Query query = parse_query(engine.network(), text + ")");
    query.given = joined(std::move(query.given), given_of(evidence));
    return answer(engine, query).probability();
}

void check_density(const ContinuousPosterior& posterior, const json& expected) {
    const double mean = expected["mean"], sd = expected["sd"];
    CHECK(is_near(posterior.mean(), mean, sd + 1e-3 * std::abs(mean)));
    CHECK(is_near(posterior.sd(), sd, sd));
    CHECK(posterior.components().size() == expected["components"].get<std::size_t>());
    if (expected.contains("quantiles"))
        for (const auto& [p, quantile] : expected["quantiles"].items())
            CHECK(is_near(posterior.quantile(std::stod(p)), quantile, sd));
    if (!expected.contains("mixture")) return;
    std::size_t i = 0;
    for (const json& component : expected["mixture"]) {
        if (i == posterior.components().size()) break;
        const DensityComponent& found = posterior.components()[i++];
        CHECK(is_near(found.weight, component["weight"], 1));
        CHECK(is_near(found.mean, component["mean"], sd));
        CHECK(is_near(found.sd, component["sd"], sd));
    }
}

}  // namespace

TEST_CASE("Continuous posteriors: mixtures, moments and events are those of an enumeration",
          "[contract][continuous]") {
    const auto folder = reference_file("next/hybrid");
    if (!folder) return;
    std::size_t questions = 0;
    for (const std::string name :
         {"clinic", "exam", "healthcare", "random_1", "random_2", "regimes4", "waste"}) {
        const json data = *reference_json("next/hybrid/" + name + ".json");
        const BayesianNetwork network = io::read_network(*folder + "/" + name + ".net").network;
        const InferenceEngine engine(network);
        for (const json& question : data["questions"]) {
            INFO(name << " given " << question["evidence"].dump());
            const Evidence evidence = evidence_of(network, question);
            CHECK(is_near(engine.log_evidence(evidence), question["log_evidence"],
                          1 + std::abs(question["log_evidence"].get<double>())));
            const Posterior marginals = engine.marginals(evidence);
            for (const auto& [name_of_variable, expected] : question["discrete"].items()) {
                INFO(name_of_variable);
                const VariableId id = network.id(name_of_variable);
                for (const auto& [state, p] : expected.items())
                    CHECK(is_near(
                        marginals.marginal(id)[network.variable(id).state_id(state).index()], p,
                        1));
            }
            const json densities = question.value("continuous", json::object());
            for (const auto& [variable, expected] : densities.items()) {
                INFO(variable);
                check_density(engine.density(network.id(variable), evidence), expected);
            }
            for (const char* const events : {"probabilities", "more_probabilities"})
                for (const json& event : question.value(events, json::array())) {
                    INFO(event.dump());
                    CHECK(is_near(answered(engine, evidence, event), event["probability"], 1));
                }
            for (const json& entry : question.value("covariance", json::array())) {
                const VariableId pair[] = {network.id(entry[0].get<std::string>()),
                                           network.id(entry[1].get<std::string>())};
                const ContinuousMoments moments = engine.moments(pair, evidence);
                CHECK(is_near(moments.covariance(0, 1), entry[2],
                              std::sqrt(moments.covariance(0, 0) * moments.covariance(1, 1))));
            }
            ++questions;
        }
    }
    CHECK(questions > 30);
}
