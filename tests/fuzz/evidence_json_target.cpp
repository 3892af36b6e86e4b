#include <tests/fuzz/fuzz_target.hpp>

#include <apps/pgm/options/evidence_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>

#include <cmath>

namespace pgm::tests {
namespace {

/// a -> b -> x: states that are words and numbers, and a Gaussian.
BayesianNetwork network_of_evidence() {
    NetworkBuilder builder;
    const VariableId a = builder.add_variable(Variable("a", {"no", "yes"})),
                     b = builder.add_variable(Variable("b", {"1", "2.50", "true"})),
                     x = builder.add_variable(Variable("x"));
    builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.25, 0.75}));
    builder.set_cpd(
        TableCpd(Scope({a, b}, {2, 3}), std::vector<double>{0.5, 0.25, 0.25, 0, 0.5, 0.5}));
    builder.set_cpd(
        LinearGaussianCpd(x, Scope({b}, {3}), {}, {{0, {}, 1}, {2, {}, 0.5}, {-1, {}, 4}}));
    return builder.build();
}

/// Any text as evidence in JSON: sets that fit the network, and posteriors given the first few.
std::string_view check_evidence_json(std::string_view text, bool& accepted) {
    static const InferenceEngine engine(network_of_evidence());
    constexpr std::size_t most_asked = 10;
    accepted = false;
    try {
        const apps::EvidenceFile file = apps::parse_evidence_json(engine.network(), text, "f");
        accepted = true;
        Workspace workspace;
        const std::vector<VariableId> targets{VariableId(0), VariableId(1)};
        for (std::size_t i = 0; i < file.sets.size() && i < most_asked; ++i) {
            validate(file.sets[i], engine.network());
            const Posterior& posterior = marginals(engine, targets, file.sets[i], workspace);
            if (std::isnan(posterior.log_evidence())) return "a posterior is no number";
        }
    } catch (const Error& error) {
        return complaint_about(error);
    }
    return {};
}

}  // namespace

FuzzTarget evidence_json_target() {
    return {"evidence", check_evidence_json};
}

}  // namespace pgm::tests
