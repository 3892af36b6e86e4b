#include <bench/network_table/evidence_sets.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/sampling.hpp>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace pgm::bench {
namespace {

constexpr std::size_t sets_of_a_kind = 20;
constexpr std::uint64_t seed = 20;

std::vector<VariableId> shuffled_variables(const BayesianNetwork& network, Rng& rng) {
    std::vector<VariableId> variables;
    for (std::size_t v = 0; v < network.size(); ++v) {
        variables.emplace_back(v);
        std::swap(variables.back(), variables[rng.below(variables.size())]);
    }
    return variables;
}

/// A fifth of the variables, at least one, by id.
std::vector<VariableId> random_fifth(const BayesianNetwork& network, Rng& rng) {
    std::vector<VariableId> variables = shuffled_variables(network, rng);
    variables.resize(std::min(network.size(), std::max<std::size_t>(1, (network.size() + 2) / 5)));
    std::ranges::sort(variables);
    return variables;
}

}  // namespace

EvidenceSets read_evidence_sets(const BayesianNetwork& network, const std::string& path) {
    std::ifstream file(path);
    const nlohmann::json kinds = nlohmann::json::parse(file);
    const auto sets_of = [&](const char* kind) {
        std::vector<Evidence> sets;
        for (const auto& findings : kinds.at(kind)) {
            Evidence& evidence = sets.emplace_back();
            for (const auto& [variable, state] : findings.items())
                evidence.observe(network, variable, state.get<std::string>());
        }
        return sets;
    };
    return {sets_of("fixed"), sets_of("varying")};
}

EvidenceSets draw_evidence_sets(const BayesianNetwork& network) {
    Rng rng(seed);
    const std::vector<std::vector<StateId>> samples =
        forward_samples(network, 2 * sets_of_a_kind, seed);
    const std::vector<VariableId> same = random_fifth(network, rng);
    EvidenceSets sets;
    for (std::size_t row = 0; row < 2 * sets_of_a_kind; ++row) {
        const bool varies = row >= sets_of_a_kind;
        Evidence& evidence = (varies ? sets.varying : sets.fixed).emplace_back();
        for (const VariableId variable : varies ? random_fifth(network, rng) : same)
            evidence.observe(variable, samples[variable.index()][row]);
    }
    return sets;
}

EvidenceTable::EvidenceTable(const BayesianNetwork& network, std::size_t rows, double missing) {
    Rng rng(seed);
    const std::vector<VariableId> observed = random_fifth(network, rng);
    const std::vector<VariableId> order = shuffled_variables(network, rng);
    target = *std::ranges::find_if(order, [&](VariableId variable) {
        return !std::ranges::binary_search(observed, variable);
    });
    const std::vector<std::vector<StateId>> samples = forward_samples(network, rows, seed);
    columns.rows = rows;
    for (const VariableId variable : observed) {
        std::vector<std::uint16_t>& column = cells.emplace_back();
        for (const StateId state : samples[variable.index()])
            column.push_back(rng.uniform() < missing ? missing_cell<std::uint16_t>
                                                     : static_cast<std::uint16_t>(state.value));
        columns.columns.push_back({variable, column});
    }
}

}  // namespace pgm::bench
