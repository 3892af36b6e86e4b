#include <pgm/model/model.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace pgm {

namespace {

void require_a_member(std::span<const WeightedNetwork> members) {
    if (members.empty()) throw ArgumentError("a mixture of no network");
}

void require_same_variables(std::span<const WeightedNetwork> members) {
    const std::span<const Variable> variables = members.front().network.variables();
    for (const WeightedNetwork& member : members) {
        const std::span<const Variable> others = member.network.variables();
        if (!std::ranges::equal(variables, others, {}, &Variable::name, &Variable::name))
            throw ArgumentError("the networks of the mixture do not have the same variables",
                                "where they keep different features, they agree on the class of a "
                                "row only: ask for predictions");
        const auto [ours, theirs] = std::ranges::mismatch(variables, others);
        if (ours == variables.end()) continue;
        throw ArgumentError(
            "the networks of the mixture have different states of " + in_quotes(ours->name()),
            "where they cut a column at different points, they agree on the class "
            "of a row only: ask for predictions");
    }
}

void check_super_parent(const SuperParent& super_parent, const BayesianNetwork& network) {
    if (super_parent.features.empty())
        throw ArgumentError("the super-parent of a network has no feature");
    const std::string name = in_quotes(super_parent.features.front());
    std::set<std::string_view> seen;
    std::vector<std::size_t> cardinalities;
    std::size_t combinations = 1;
    for (const std::string& feature : super_parent.features) {
        const auto id = network.find(feature);
        if (!id) throw ArgumentError("a network is without its super-parent " + in_quotes(feature));
        if (!seen.insert(feature).second)
            throw ArgumentError("a network has the super-parent " + in_quotes(feature) + " twice");
        cardinalities.push_back(network.cardinality(*id));
        combinations *= cardinalities.back();
    }
    if (super_parent.cardinalities != cardinalities ||
        super_parent.weights.size() != combinations || combinations == 0)
        throw ArgumentError("the super-parent " + name +
                            " has not one weight per combination of states");
    for (const double weight : super_parent.weights) {
        if (!(std::isfinite(weight) && weight >= 0))
            throw ArgumentError("the super-parent " + name +
                                " has a weight that is negative or no number");
    }
    if (!std::isfinite(super_parent.least_weight))
        throw ArgumentError("the least weight of the super-parent " + name + " is no number");
}

/// The sum of the weights that agree with the values; `weights` are those of all combinations.
double sum_where(std::span<const double> weights, std::span<const std::size_t> cardinalities,
                 std::span<const std::optional<StateId>> values) {
    if (values.empty()) return weights.front();
    const std::size_t stride = weights.size() / cardinalities.front();
    const auto of_state = [&](std::size_t state) {
        return sum_where(weights.subspan(state * stride, stride), cardinalities.subspan(1),
                         values.subspan(1));
    };
    if (values.front()) return of_state(values.front()->index());
    double sum = 0;
    for (std::size_t state = 0; state < cardinalities.front(); ++state) sum += of_state(state);
    return sum;
}

/// Refuses an influence diagram.
void require_chance(const BayesianNetwork& network) {
    const std::optional<VariableId> other = decision_or_utility(network);
    if (!other) return;
    const Variable& variable = network.variable(*other);
    const bool is_decision = variable.kind() == Variable::Kind::decision;
    throw ArgumentError(in_quotes(variable.name()) + " is a " +
                            (is_decision ? "decision" : "utility") +
                            ", so this is an influence diagram and has no joint distribution",
                        "pgm decide finds the best strategy, under which it has one; chance_only() "
                        "and --chance-only leave decisions and utilities out");
}

std::vector<WeightedNetwork> alone(BayesianNetwork network) {
    require_chance(network);
    std::vector<WeightedNetwork> members;
    members.push_back({std::move(network)});
    return members;
}

}  // namespace

double SuperParent::weight_of(std::span<const std::optional<StateId>> values) const {
    return sum_where(weights, cardinalities, values);
}

bool SuperParent::admits(std::span<const std::optional<StateId>> values) const {
    const bool any_known =
        std::ranges::any_of(values, [](const auto& value) { return value.has_value(); });
    return !any_known || weight_of(values) >= least_weight;
}

bool SuperParent::may_exclude() const {
    return std::ranges::any_of(weights, [&](double weight) { return !(weight >= least_weight); });
}

void check_weights(std::span<const double> weights, std::string_view whose) {
    double sum = 0;
    for (const double weight : weights) {
        if (!(std::isfinite(weight) && weight > 0))
            throw ArgumentError("the weight of a " + std::string(whose) + " is not above 0");
        sum += weight;
    }
    if (!(std::fabs(sum - 1) <= 1e-6))
        throw ArgumentError("the weights of the " + std::string(whose) + "s do not sum to 1");
}

Model::Model(BayesianNetwork network)
    : members_(std::make_shared<const std::vector<WeightedNetwork>>(alone(std::move(network)))) {}

Model::Model(std::vector<WeightedNetwork> members) {
    require_a_member(members);
    require_same_variables(members);
    std::vector<double> weights;
    for (const WeightedNetwork& member : members) {
        require_chance(member.network);
        if (member.super_parent) check_super_parent(*member.super_parent, member.network);
        weights.push_back(member.weight);
    }
    check_weights(weights, "network");
    members_ = std::make_shared<const std::vector<WeightedNetwork>>(std::move(members));
}

std::vector<Model> replicates_of(const Model& model) {
    std::size_t count = model.network().replicates().size();
    for (const WeightedNetwork& member : model.members())
        count = std::min(count, member.network.replicates().size());
    std::vector<Model> replicates;
    for (std::size_t k = 0; k < count; ++k) {
        std::vector<WeightedNetwork> members;
        for (const auto& [network, weight, super_parent] : model.members())
            members.push_back({network.replicates()[k], weight, super_parent});
        replicates.emplace_back(std::move(members));
    }
    return replicates;
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

ModelSampler::ModelSampler(Model model) : model_(std::move(model)) {
    double sum = 0;
    for (const WeightedNetwork& member : model_.members()) {
        samplers_.emplace_back(member.network);
        cumulative_weights_.push_back(sum += member.weight);
    }
}

void ModelSampler::sample(Rng& rng, std::span<StateId> row, std::span<double> values) const {
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
