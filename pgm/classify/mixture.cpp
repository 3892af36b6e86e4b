#include <pgm/classify/mixture.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>

namespace pgm {

namespace {

void require_a_member(std::span<const WeightedNetwork> members) {
    if (members.empty()) throw ArgumentError("a mixture of no network");
}

}  // namespace

void require_same_variables(std::span<const WeightedNetwork> members) {
    require_a_member(members);
    const std::span<const Variable> variables = members.front().network.variables();
    for (const WeightedNetwork& member : members) {
        const std::span<const Variable> others = member.network.variables();
        if (!std::ranges::equal(variables, others, {}, &Variable::name, &Variable::name))
            throw ArgumentError("the networks of the mixture do not have the same variables",
                                "where they keep different features, they agree on the class of a "
                                "row only: ask for predictions");
        const auto [ours, theirs] = std::ranges::mismatch(variables, others);
        if (ours == variables.end()) continue;
        throw ArgumentError("the networks of the mixture have different states of '" +
                                printable(ours->name()) + "'",
                            "where they cut a column at different points, they agree on the class "
                            "of a row only: ask for predictions");
    }
}

bool have_same_variables(std::span<const WeightedNetwork> members) {
    return std::ranges::all_of(members, [&](const WeightedNetwork& member) {
        return std::ranges::equal(member.network.variables(), members.front().network.variables());
    });
}

MixtureGraphs graphs_of(std::span<const WeightedNetwork> members) {
    require_a_member(members);
    MixtureGraphs graphs;
    NameIndex known;
    const auto name_of = [&](VariableId id) -> const std::string& {
        return graphs.variables[id.index()].name();
    };
    std::vector<std::vector<Arc>> arcs_of_member;
    for (const WeightedNetwork& member : members) {
        std::vector<VariableId> numbers;
        for (const Variable& variable : member.network.variables()) {
            const VariableId next(graphs.variables.size());
            graphs.variables.push_back(variable);
            numbers.push_back(known.add(next, name_of));
            if (numbers.back() != next) graphs.variables.pop_back();
        }
        std::vector<Arc>& arcs = arcs_of_member.emplace_back();
        for (const auto& [parent, child] : member.network.dag().arcs())
            arcs.push_back({numbers[parent.index()], numbers[child.index()]});
        graphs.arcs.insert(graphs.arcs.end(), arcs.begin(), arcs.end());
    }
    for (const std::vector<Arc>& arcs : arcs_of_member)
        graphs.dags.emplace_back(graphs.variables.size(), arcs);
    std::ranges::sort(graphs.arcs);
    const auto repeated = std::ranges::unique(graphs.arcs);
    graphs.arcs.erase(repeated.begin(), repeated.end());
    return graphs;
}

MixtureSampler::MixtureSampler(std::span<const WeightedNetwork> members) {
    require_same_variables(members);
    double sum = 0;
    for (const WeightedNetwork& member : members) {
        samplers_.emplace_back(member.network);
        cumulative_weights_.push_back(sum += member.weight);
    }
}

void MixtureSampler::sample(Rng& rng, std::span<StateId> row, std::span<double> values) const {
    std::size_t member = 0;
    if (samplers_.size() > 1) {
        const double point = rng.uniform() * cumulative_weights_.back();
        const auto found = std::ranges::upper_bound(cumulative_weights_, point);
        member = std::min(static_cast<std::size_t>(found - cumulative_weights_.begin()),
                          samplers_.size() - 1);
    }
    samplers_[member].sample(rng, row, values);
}

}  // namespace pgm
