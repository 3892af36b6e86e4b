#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/reference_data.hpp>

#include <cmath>
#include <string>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using nlohmann::json;

namespace {

double number(const json& text) {
    return std::stod(text.get<std::string>());
}

/// Diseases above findings, which are noisy-ORs with leak.
BayesianNetwork diagnosis_network(const json& network) {
    NetworkBuilder builder("diagnosis");
    for (const json& disease : network["diseases"]) {
        const VariableId id = builder.add_variable(Variable(disease["name"], {"no", "yes"}));
        const double prior = number(disease["prior"]);
        builder.set_cpd(TableCpd(Scope({id}, {2}), std::vector<double>{1 - prior, prior}));
    }
    for (const json& finding : network["findings"]) {
        std::vector<NoisyMaxCpd::Link> links;
        for (std::size_t i = 0; i < finding["parents"].size(); ++i) {
            const double strength = number(finding["strengths"][i]);
            links.push_back({*builder.find(finding["parents"][i].get<std::string>()),
                             {{}, {1 - strength, strength}}});
        }
        const double leak = number(finding["leak"]);
        const VariableId id = builder.add_variable(Variable(finding["name"], {"no", "yes"}));
        builder.set_cpd(NoisyMaxCpd(id, links, std::vector<double>{1 - leak, leak}));
    }
    return builder.build();
}

}  // namespace

TEST_CASE("Reference: noisy-OR diagnosis networks have the posteriors of quickscore",
          "[reference][noisy]") {
    for (const std::string name : {"diagnosis_40x30x8", "diagnosis_60x40x24"}) {
        const auto reference = reference_json("next/local/" + name + ".json");
        if (!reference) {
            WARN("SKIPPED: PGM_REFERENCE_DATA has no next/local/" + name + ".json");
            return;
        }
        INFO(name);
        const InferenceEngine engine(diagnosis_network((*reference)["network"]));
        std::vector<VariableId> diseases;
        for (const json& disease : (*reference)["network"]["diseases"])
            diseases.push_back(engine.network().id(disease["name"].get<std::string>()));
        for (const json& question : (*reference)["questions"]) {
            const Evidence evidence = evidence_from_json(engine.network(), question["evidence"]);
            CHECK_FALSE(engine.predicted_cost(evidence).candidates.empty());
            // Of all variables, too: findings that were not made have distributions as well.
            for (const Posterior& posterior :
                 {engine.marginals(diseases, evidence), engine.marginals(evidence)}) {
                CHECK_THAT(posterior.log_evidence(),
                           WithinAbs(question["log_evidence"].get<double>(), 1e-12));
                for (const auto& [disease, yes] : question["posterior_yes"].items())
                    CHECK_THAT(posterior.marginal(engine.network().id(disease))[1],
                               WithinAbs(yes.get<double>(), 1e-12));
            }
        }
    }
}
