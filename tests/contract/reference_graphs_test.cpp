#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/boost_graph.hpp>
#include <pgm/graph/d_separation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>

#include <set>

// d-separation, Markov blankets and moral graphs of public networks, frozen as files: agreed upon
// with the R package bnlearn.

using namespace pgm;
using namespace pgm::tests;
using nlohmann::json;

namespace {

std::vector<VariableId> ids(const BayesianNetwork& network, const json& names) {
    std::vector<VariableId> result;
    for (const json& name : names) result.push_back(network.id(name.get<std::string>()));
    return result;
}

void check_statements(const BayesianNetwork& network, const json& statements) {
    for (const json& statement : statements) {
        INFO(statement);
        const VariableId a = network.id(statement["a"].get<std::string>()),
                         b = network.id(statement["b"].get<std::string>());
        const DSeparation found = d_separation(network.dag(), std::span(&a, 1), std::span(&b, 1),
                                               ids(network, statement["given"]));
        CHECK(found.separated == statement["d_separated"].get<bool>());
    }
}

void check_blankets(const BayesianNetwork& network, const json& blankets) {
    for (const auto& [name, members] : blankets.items()) {
        INFO(name);
        const std::vector<VariableId> blanket = markov_blanket(network.dag(), network.id(name)),
                                      expected = ids(network, members);
        CHECK(std::set(blanket.begin(), blanket.end()) ==
              std::set(expected.begin(), expected.end()));
    }
}

}  // namespace

TEST_CASE("d-separation, Markov blankets and moral graphs of public networks are the references'") {
    const std::optional<json> reference = reference_json("networks/d_separation.json");
    if (!reference) {
        WARN("SKIPPED: PGM_REFERENCE_DATA has no networks/d_separation.json");
        return;
    }
    for (const auto& [name, facts] : reference->items()) {
        INFO(name);
        const std::string file = "networks/bif/" + name + ".bif";
        const BayesianNetwork network =
            reference_network(reference_file(file) ? file : file + ".gz");
        check_statements(network, facts["statements"]);
        check_blankets(network, facts["markov_blankets"]);
        CHECK(boost::num_edges(moral_graph(network.dag())) ==
              facts["moral_graph_edges"].get<std::size_t>());
    }
}

TEST_CASE("d-separation and Markov blankets of small random networks are the references'") {
    std::size_t networks = 0;
    for (int number = 0; number <= 40; number += 2) {
        const std::string stem = "networks/random/random_" + std::string(number < 10 ? "0" : "") +
                                 std::to_string(number);
        const std::optional<json> reference = reference_json(stem + ".json");
        if (!reference) continue;
        ++networks;
        INFO(stem);
        const BayesianNetwork network = reference_network(stem + ".bif");
        check_statements(network, (*reference)["d_separation"]);
        check_blankets(network, (*reference)["markov_blankets"]);
    }
    if (networks == 0) WARN("SKIPPED: PGM_REFERENCE_DATA has no networks/random");
}
