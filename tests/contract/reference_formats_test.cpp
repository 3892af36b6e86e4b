#include <io/network_file.hpp>
#include <pgm/inference/engine.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>

#include <filesystem>

// Every network file of the reference data, in whatever format it is, has the posteriors that are
// known of its network. That these networks are equal after every other format is in
// reader_contract_test.cpp.

using namespace pgm;
using namespace pgm::tests;
using nlohmann::json;

namespace {

/// The posteriors of larger networks take more than a second; reference_posteriors_test.cpp asks
/// for them.
constexpr std::size_t most_bytes = 100'000;

/// The variables and states of another file of the same network: by the names of the variables, or
/// where the format has none by their places; states always by theirs.
VariableId counterpart(const BayesianNetwork& network, const std::string& name,
                       const BayesianNetwork& original) {
    const std::optional<VariableId> found = network.find(name);
    return found ? *found : original.id(name);
}

void judge_posterior(Complaints& complaints, const BayesianNetwork& network,
                     const BayesianNetwork& original, const Posterior& posterior,
                     const json& expected) {
    for (const auto& [name, numbers] : expected.items()) {
        const std::span<const double> found =
            posterior.marginal(counterpart(network, name, original));
        complaints.unless(found.size() == numbers.size(), name + " has other states");
        for (std::size_t s = 0; s < std::min(found.size(), numbers.size()); ++s)
            complaints.unless_near(name, found[s], numbers[s].get<double>(), 1e-9);
    }
}

/// The queries of marginals/ and of networks/random by the stem of a file, as far as they are about
/// observed states.
void judge_queries(Complaints& complaints, const BayesianNetwork& network, const json& reference,
                   const BayesianNetwork& original) {
    const InferenceEngine engine(network);
    for (const json& query : reference.at("queries")) {
        if (!query.at("possible").get<bool>() || query.contains("soft_evidence")) continue;
        Evidence evidence;
        for (const auto& [name, state] : query.at("evidence").items())
            evidence.observe(
                counterpart(network, name, original),
                original.variable(original.id(name)).state_id(state.get<std::string>()));
        const Posterior posterior = engine.marginals(evidence);
        complaints.unless(!posterior.impossible(), "possible evidence was called impossible");
        if (!posterior.impossible())
            judge_posterior(complaints, network, original, posterior, query.at("posterior"));
    }
}

/// True if something is known of the network of a file, which it was then compared with.
bool judge_file(Complaints& complaints, const std::filesystem::path& file,
                const BayesianNetwork& network, const json& third_party) {
    const std::string folder = file.parent_path().filename().string();
    const std::string stem = file.stem().string();
    const json& answers = third_party.at("files");
    const std::string key = "networks/" + folder + "/" + file.filename().string();
    if (answers.contains(key)) {
        judge_posterior(complaints, network, network, InferenceEngine(network).marginals(),
                        answers.at(key).at("posterior_no_evidence"));
        return true;
    }
    const bool is_random = folder == "random";
    const std::optional<json> reference = reference_json(
        is_random ? "networks/random/" + stem + ".json" : "marginals/" + stem + ".json.gz");
    if (!reference) return false;
    judge_queries(
        complaints, network, *reference,
        reference_network("networks/" + (is_random ? folder : "bif") + "/" + stem + ".bif"));
    return true;
}

}  // namespace

TEST_CASE("Formats: a file of the reference data has the posteriors that are known of its network",
          "[contract][io][reference]") {
    const std::optional<json> third_party = reference_json("networks/third_party_posteriors.json");
    if (!third_party) {
        WARN("SKIPPED: no reference data");
        return;
    }
    std::size_t known = 0;
    for (const std::filesystem::path file : reference_network_files(most_bytes)) {
        Complaints complaints(file.filename().string() + ": ");
        const BayesianNetwork network = io::read_network(file.string()).network;
        known += judge_file(complaints, file, network, *third_party) ? 1 : 0;
        CHECK(complaints.list() == no_complaints);
    }
    CHECK(known >= 85);
}
