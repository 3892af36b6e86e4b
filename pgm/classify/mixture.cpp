#include <pgm/classify/mixture.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>

namespace pgm {

namespace {

bool has_names_of(const BayesianNetwork& network, const BayesianNetwork& other) {
    return std::ranges::equal(network.variables(), other.variables(), {}, &Variable::name,
                              &Variable::name);
}

}  // namespace

void require_same_names(std::span<const WeightedNetwork> members) {
    if (members.empty()) throw ArgumentError("a mixture of no network");
    for (const WeightedNetwork& member : members)
        if (!has_names_of(member.network, members.front().network))
            throw ArgumentError("the networks of the mixture do not have the same variables");
}

void require_same_variables(std::span<const WeightedNetwork> members) {
    require_same_names(members);
    const std::span<const Variable> variables = members.front().network.variables();
    for (const WeightedNetwork& member : members) {
        const auto [ours, theirs] = std::ranges::mismatch(variables, member.network.variables());
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

std::vector<Arc> union_of_arcs(std::span<const WeightedNetwork> members) {
    std::vector<Arc> arcs;
    for (const WeightedNetwork& member : members) {
        const std::vector<Arc> more = member.network.dag().arcs();
        arcs.insert(arcs.end(), more.begin(), more.end());
    }
    std::ranges::sort(arcs);
    const auto repeated = std::ranges::unique(arcs);
    arcs.erase(repeated.begin(), repeated.end());
    return arcs;
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
