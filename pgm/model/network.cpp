#include <pgm/model/network.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm {

std::optional<VariableId> BayesianNetwork::find(std::string_view name) const {
    return names_.find(name,
                       [this](VariableId id) -> const std::string& { return variable(id).name(); });
}

VariableId BayesianNetwork::id(std::string_view name) const {
    if (const auto found = find(name)) return *found;
    throw ArgumentError("no variable '" + printable(name) + "'",
                        did_you_mean(name, names_of(variables_)));
}

std::span<const BayesianNetwork> BayesianNetwork::replicates() const {
    return replicates_ ? std::span<const BayesianNetwork>(*replicates_)
                       : std::span<const BayesianNetwork>();
}

BayesianNetwork with_replicates(BayesianNetwork network, std::vector<BayesianNetwork> replicates) {
    const auto are_same = [](const Variable& a, const Variable& b) {
        return a.name() == b.name() && a.states() == b.states();
    };
    for (std::size_t k = 0; k < replicates.size(); ++k) {
        if (!std::ranges::equal(network.variables(), replicates[k].variables(), are_same))
            throw ArgumentError("replicate " + std::to_string(k + 1) +
                                " has other variables or states than the network");
        replicates[k].replicates_.reset();
    }
    network.replicates_ =
        replicates.empty()
            ? nullptr
            : std::make_shared<const std::vector<BayesianNetwork>>(std::move(replicates));
    return network;
}

bool are_row_weights(const Cpd& cpd, std::span<const double> weights) {
    const auto is_finite = [](double number) { return std::isfinite(number); };
    if (!std::ranges::all_of(weights, is_finite)) return false;
    std::size_t rows = 0, numbers_per_row = 1;
    if (const TableCpd* const table = as_table(cpd)) {
        rows = table->row_count();
    } else if (is_continuous(cpd) && is_linear_gaussian(cpd)) {
        const std::size_t parents = continuous_parents(cpd).size();
        rows = discrete_scope(cpd).cells();
        numbers_per_row += parents + parents * (parents + 1) / 2;
    } else if (has_cuts(cpd)) {
        const ThresholdCpd::Row& first = cut_row(cpd, 0);
        const std::size_t size = first.cuts.size() + first.slopes.size();
        rows = discrete_scope(cpd).cells();
        numbers_per_row += size * (size + 1) / 2;
    }
    bool is_right = weights.size() == rows * numbers_per_row;
    for (std::size_t row = 0; is_right && row < rows; ++row)
        is_right = weights[row * numbers_per_row] >= 0;
    return is_right;
}

std::optional<VariableId> decision_or_utility(const BayesianNetwork& network) {
    for (std::size_t v = 0; v < network.size(); ++v)
        if (network.variables()[v].kind() != Variable::Kind::chance) return VariableId(v);
    return std::nullopt;
}

std::vector<VariableId> discrete_variables(const BayesianNetwork& network) {
    std::vector<VariableId> discrete;
    for (std::size_t i = 0; i < network.size(); ++i)
        if (network.variables()[i].is_discrete()) discrete.emplace_back(i);
    return discrete;
}

std::vector<Arc> mixed_arcs(const Dag& dag, std::span<const Variable> variables) {
    std::vector<Arc> arcs = dag.arcs();
    std::erase_if(arcs, [&](const Arc& arc) {
        return variables[arc.parent.index()].is_discrete() ==
               variables[arc.child.index()].is_discrete();
    });
    return arcs;
}

std::size_t parameter_count(const BayesianNetwork& network) {
    std::size_t count = 0;
    for (std::size_t v = 0; v < network.size(); ++v)
        if (network.variables()[v].kind() == Variable::Kind::chance)
            count += parameter_count(network.cpds()[v]);
    return count;
}

double log_probability(const BayesianNetwork& network, std::span<const StateId> states) {
    if (states.size() != network.size())
        throw ArgumentError("a complete assignment has one state per variable");
    if (!network.is_discrete())
        throw ArgumentError("the network has continuous variables",
                            "ask for log_density(), with their values");
    return log_density(network, states, {});
}

double log_density(const BayesianNetwork& network, std::span<const StateId> states,
                   std::span<const double> values) {
    if (states.size() != network.size() ||
        (values.size() != network.size() && !network.is_discrete())) {
        throw ArgumentError("a complete assignment has one entry per variable");
    }
    double sum = 0;
    bool is_zero = false;  // a zero outweighs an infinite density
    const auto add = [&](double log) {
        is_zero = is_zero || log == -infinity;
        sum += is_zero ? 0 : log;
    };
    std::vector<StateId> family;
    std::vector<double> parents;
    const auto take_states = [&](std::span<const VariableId> variables) {
        family.clear();
        for (const VariableId variable : variables) family.push_back(states[variable.index()]);
    };
    for (const Cpd& cpd : network.cpds()) {
        const VariableId child = child_of(cpd);
        if (!is_continuous(cpd) && !has_cuts(cpd)) {
            take_states(parents_of(cpd));
            family.push_back(states[child.index()]);
            add(visit_discrete([&](const auto& c) { return c.log_probability(family); }, cpd));
            continue;
        }
        take_states(discrete_scope(cpd).variables());
        parents.clear();
        for (const VariableId parent : continuous_parents(cpd))
            parents.push_back(values[parent.index()]);
        const std::size_t row = discrete_scope(cpd).cell(family);
        if (is_continuous(cpd))
            add(log_density(cpd, row, parents, values[child.index()]));
        else
            add(visit_cuts(
                [&](const auto& c) {
                    return c.log_probability(row, parents, states[child.index()]);
                },
                cpd));
    }
    return is_zero ? -infinity : sum;
}

}  // namespace pgm
