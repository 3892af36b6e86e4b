#include <learners/estimate/detail/density/mixture_density.hpp>

#include <learners/estimate/detail/density/hidden_variable.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// The parents and then one variable more.
Scope extended(const Scope& parents, VariableId variable, std::size_t states) {
    std::vector<VariableId> variables(parents.variables().begin(), parents.variables().end());
    std::vector<std::size_t> cardinalities(parents.cardinalities().begin(),
                                           parents.cardinalities().end());
    variables.push_back(variable);
    cardinalities.push_back(states);
    return Scope(std::move(variables), std::move(cardinalities));
}

}  // namespace

MixtureDensity::MixtureDensity(std::string child, std::span<const ConfigurationPoints> points,
                               const MixtureRule& rule, const ColumnSpread& column)
    : child_(std::move(child)) {
    for (const ConfigurationPoints& given : points) {
        mixtures_.push_back(estimate_mixture(given.points, rule, column));
        if (mixtures_.back().empty())
            throw ArgumentError("all values of " + given.description +
                                    " are equal, which leaves a Gaussian no width",
                                "choose mixture, which adds pseudo-counts, or cut the column");
        components_ = std::max(components_, mixtures_.back().size());
    }
}

Variable MixtureDensity::component_variable(std::span<const Variable> taken) const {
    return hidden_variable(child_ + "_component", components_, taken);
}

TableCpd MixtureDensity::component_given(const Scope& parents, VariableId component_id) const {
    std::vector<double> cells;
    for (const std::vector<MixtureComponent>& mixture : mixtures_) {
        for (std::size_t c = 0; c < components_; ++c)
            cells.push_back(c < mixture.size() ? mixture[c].weight : 0);
    }
    return TableCpd(extended(parents, component_id, components_), cells);
}

LinearGaussianCpd MixtureDensity::value_given(const Scope& parents, VariableId component_id,
                                              VariableId child) const {
    std::vector<LinearGaussianCpd::Row> rows;
    for (const std::vector<MixtureComponent>& mixture : mixtures_) {
        for (std::size_t c = 0; c < components_; ++c) {
            const MixtureComponent& component = mixture[std::min(c, mixture.size() - 1)];
            rows.push_back({component.mean, {}, component.variance});
        }
    }
    return LinearGaussianCpd(
        child, has_component() ? extended(parents, component_id, components_) : parents, {},
        std::move(rows));
}

}  // namespace pgm::learners::detail
