#include <pgm/compile/discrete_part.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace pgm {
namespace {

/// A carrier's table has the square of this.
constexpr std::size_t most_configurations = 128;

[[noreturn]] void refuse(const Variable& variable, const std::string& why, std::string hint) {
    throw ModelError(in_quotes(variable.name()) + " " + why, {}, std::move(hint));
}

void check_kind(const Variable& variable, const Cpd& cpd, NoiselessNumbers noiseless) {
    const std::string cut = "cut the numbers into intervals";
    if (variable.is_discrete()) {
        if (continuous_parents(cpd).empty()) return;
        refuse(variable, "depends on numbers by a threshold, which no program is compiled from",
               cut);
    }
    if (kept_points(cpd, 0)) return;
    if (!is_linear_gaussian(cpd))
        refuse(variable, "has a density that is a function, which no program is compiled from",
               cut);
    if (noiseless == NoiselessNumbers::allowed) return;
    for (std::size_t row = 0; row < discrete_scope(cpd).cells(); ++row) {
        if (!(regression(cpd, row)->variance > 0))
            refuse(variable, "has a variance of 0, so it has no density", "give it a variance");
    }
}

/// Finds which continuous variables belong together.
class DensityGrouping {
public:
    DensityGrouping(const BayesianNetwork& network, NoiselessNumbers noiseless)
        : network_(network), noiseless_(noiseless), root_(network.size()) {
        std::iota(root_.begin(), root_.end(), std::size_t{0});
    }

    std::vector<DensityGroup> groups() {
        std::vector<VariableId> numbers;
        for (const VariableId v : topological_order(network_.dag())) {
            check_kind(network_.variable(v), network_.cpd(v), noiseless_);
            if (network_.variable(v).is_discrete()) continue;
            numbers.push_back(v);
            for (const VariableId parent : continuous_parents(network_.cpd(v)))
                root_[root(parent.index())] = root(v.index());
        }
        std::vector<DensityGroup> connected = components(numbers);
        std::ranges::stable_sort(connected, std::greater(),
                                 [](const DensityGroup& group) { return group.parents.cells(); });
        return merged(std::move(connected));
    }

private:
    std::size_t root(std::size_t v) const {
        while (root_[v] != v) v = root_[v];
        return v;
    }

    std::vector<DensityGroup> components(const std::vector<VariableId>& numbers) const {
        std::vector<DensityGroup> found;
        for (std::size_t r = 0; r < root_.size(); ++r) {
            DensityGroup group;
            std::set<VariableId> parents;
            for (const VariableId v : numbers) {
                if (root(v.index()) != r) continue;
                group.members.push_back(v);
                const auto own = discrete_scope(network_.cpd(v)).variables();
                parents.insert(own.begin(), own.end());
            }
            if (group.members.empty()) continue;
            group.parents = scope_of(parents, group.members.front());
            found.push_back(std::move(group));
        }
        return found;
    }

    Scope scope_of(const std::set<VariableId>& parents, VariableId member) const {
        std::vector<std::size_t> cardinalities;
        for (const VariableId parent : parents)
            cardinalities.push_back(network_.variable(parent).cardinality());
        Scope scope({parents.begin(), parents.end()}, cardinalities);
        if (scope.size() > 1 && scope.cells() > most_configurations)
            refuse(network_.variable(member),
                   "depends, with the numbers that it goes together with, on " +
                       counted(scope.cells(), "configuration") +
                       " of discrete variables; a program has at most " +
                       std::to_string(most_configurations),
                   "cut the numbers into intervals");
        return scope;
    }

    /// Densities of fewer variables join those of these and others: the densities of one
    /// group are added up as logarithms, however small they are.
    std::vector<DensityGroup> merged(std::vector<DensityGroup> connected) const {
        std::vector<DensityGroup> groups;
        for (DensityGroup& group : connected) {
            const auto has_all = [&](const DensityGroup& other) {
                return std::ranges::all_of(group.parents.variables(), [&](VariableId parent) {
                    return other.parents.axis(parent).has_value();
                });
            };
            const auto host = std::ranges::find_if(groups, has_all);
            if (host == groups.end())
                groups.push_back(std::move(group));
            else
                host->members.insert(host->members.end(), group.members.begin(),
                                     group.members.end());
        }
        for (DensityGroup& group : groups) {
            const auto kernels = std::ranges::stable_partition(
                group.members, [&](VariableId v) { return is_linear_gaussian(network_.cpd(v)); });
            group.gaussians = group.members.size() - kernels.size();
        }
        return groups;
    }

    const BayesianNetwork& network_;
    NoiselessNumbers noiseless_;
    std::vector<std::size_t> root_;  ///< by variable: another of its component, or itself
};

/// The variable whose state is the number of the parents' configuration.
VariableId add_carrier(NetworkBuilder& builder, const Scope& parents) {
    std::string name = "configuration";
    while (builder.find(name)) name += "'";
    const std::size_t cells = parents.cells();
    std::vector<std::string> states;
    for (std::size_t i = 0; i < cells; ++i) states.push_back(std::to_string(i));
    const VariableId carrier = builder.add_variable(Variable(name, std::move(states)));
    std::vector<VariableId> variables(parents.variables().begin(), parents.variables().end());
    std::vector<std::size_t> extents(parents.cardinalities().begin(),
                                     parents.cardinalities().end());
    variables.push_back(carrier);
    extents.push_back(cells);
    Table identity(Scope(variables, extents));
    for (std::size_t i = 0; i < cells; ++i) identity[i * cells + i] = 1;
    builder.set_cpd(TableCpd(std::move(identity)));
    return carrier;
}

}  // namespace

std::size_t DensityGroup::row_of(const Cpd& member, std::size_t configuration) const {
    const std::vector<StateId> all = parents.states(configuration);
    const Scope& own = discrete_scope(member);
    std::vector<StateId> states;
    for (const VariableId parent : own.variables()) states.push_back(all[*parents.axis(parent)]);
    return own.cell(states);
}

DiscretePart make_discrete_part(const BayesianNetwork& network, NoiselessNumbers noiseless) {
    std::vector<DensityGroup> groups = DensityGrouping(network, noiseless).groups();
    NetworkBuilder builder(network.name());
    builder.set_row_sums(network.row_sums());
    for (const Variable& variable : network.variables())
        builder.add_variable(variable.is_discrete() ? variable
                                                    : Variable(variable.name(), {"any"}));
    for (std::size_t i = 0; i < network.size(); ++i) {
        const VariableId v(i);
        if (network.variable(v).is_discrete())
            builder.set_cpd(network.cpd(v));
        else
            builder.set_cpd(TableCpd(Scope({v}, {1}), std::vector<double>{1}));
    }
    for (DensityGroup& group : groups)
        group.carrier = group.parents.size() == 1 ? group.parents.variables().front()
                                                  : add_carrier(builder, group.parents);
    return {std::move(builder).build(), std::move(groups)};
}

}  // namespace pgm
