#include <pgm/inference/detail/continuous/continuous_component.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace pgm::detail {
namespace {

/// True of the distribution of a variable that can be integrated out in closed form.
bool is_integrable(const Cpd& cpd) {
    if (is_linear_gaussian(cpd)) return true;
    const std::vector<DensityComponent> found = kernels(cpd, 0);
    return !found.empty() && found.front().shape == DensityComponent::Shape::normal;
}

/// True of a component of one variable only, made of tophats, of which no value is observed.
bool is_uniform_alone(const BayesianNetwork& network, const ContinuousComponent& component) {
    return component.hidden.size() == 1 && component.observed.empty() &&
           !kernels(network.cpd(component.hidden.front()), 0).empty();
}

bool is_hidden(const ContinuousComponent& component, VariableId variable) {
    return std::ranges::find(component.hidden, variable) != component.hidden.end();
}

/// Throws unless the quadrature variable has no hidden parents, and a density given what was
/// observed.
void check_quadrature_variable(const BayesianNetwork& network, const ContinuousComponent& component,
                               VariableId quadrature_variable) {
    const std::string name = in_quotes(network.variable(quadrature_variable).name());
    for (const VariableId parent : continuous_parents(network.cpd(quadrature_variable))) {
        const std::string other = in_quotes(network.variable(parent).name());
        if (is_hidden(component, parent))
            throw EvidenceError(name +
                                    ", which was not measured and is integrated out by "
                                    "quadrature, depends on " +
                                    other + ", which was not measured either",
                                {.variable = network.variable(parent).name()},
                                "give a value for " + other + ", or make it discrete");
    }
    const auto check = [&](VariableId variable) {
        if (has_point_mass(network.cpd(variable)))
            throw EvidenceError(in_quotes(network.variable(variable).name()) +
                                    " has no variance, so " + name +
                                    ", which was not measured, cannot be integrated out by "
                                    "quadrature",
                                {.variable = network.variable(variable).name()},
                                "give a value for " + name + ", or a small variance");
    };
    check(quadrature_variable);
    for (const VariableId variable : component.observed) check(variable);
}

/// The quadrature variable of the component, see there.
std::optional<VariableId> quadrature_variable_of(const BayesianNetwork& network,
                                                 const ContinuousComponent& component) {
    std::optional<VariableId> quadrature_variable;
    const auto add = [&](VariableId variable) {
        if (quadrature_variable == variable) return;
        if (quadrature_variable)
            throw EvidenceError(
                in_quotes(network.variable(*quadrature_variable).name()) + " and " +
                    in_quotes(network.variable(variable).name()) +
                    ", which were not measured, are related by what was, and given both only the "
                    "rest is linear Gaussian: one such variable can be integrated out, not two",
                {.variable = network.variable(variable).name()},
                "give a value for one of them, or make it discrete");
        quadrature_variable = variable;
    };
    for (const VariableId variable : component.hidden)
        if (!is_integrable(network.cpd(variable)) && !is_uniform_alone(network, component))
            add(variable);
    for (const VariableId variable : component.observed) {
        const Cpd& cpd = network.cpd(variable);
        if (is_linear_gaussian(cpd)) continue;
        for (const VariableId parent : continuous_parents(cpd))
            if (is_hidden(component, parent)) add(parent);
    }
    if (quadrature_variable) check_quadrature_variable(network, component, *quadrature_variable);
    return quadrature_variable;
}

class ComponentFinder {
public:
    ComponentFinder(const BayesianNetwork& network, std::span<const Role> roles)
        : network_(network), roles_(roles), leader_(network.size()) {
        std::iota(leader_.begin(), leader_.end(), std::size_t{0});
    }

    std::vector<ContinuousComponent> find() {
        for (std::size_t v = 0; v < network_.size(); ++v) {
            if (!is_anchor(v)) continue;
            if (roles_[v] != Role::observed && !is_threshold(v)) hide(v);
            join_family(v);
        }
        while (!to_visit_.empty()) {
            const std::size_t v = to_visit_.back();
            to_visit_.pop_back();
            join_family(v);
        }
        return components();
    }

private:
    bool is_threshold(std::size_t v) const { return network_.variables()[v].is_discrete(); }

    /// True if a variable brings others into a component: it is observed, bounded, asked for, or a
    /// threshold variable.
    bool is_anchor(std::size_t v) const {
        if (is_threshold(v)) return has_cuts(network_.cpds()[v]) && matters(roles_[v]);
        return roles_[v] == Role::observed || roles_[v] == Role::bounded ||
               roles_[v] == Role::asked;
    }

    void hide(std::size_t v) {
        if (hidden_.empty()) hidden_.assign(network_.size(), 0);
        hidden_[v] = 1;
    }

    std::size_t leader(std::size_t v) {
        while (leader_[v] != v) v = leader_[v] = leader_[leader_[v]];
        return v;
    }

    /// A variable and its unknown parents belong together; the latter have families of their own to
    /// look at.
    void join_family(std::size_t v) {
        for (const VariableId parent : continuous_parents(network_.cpds()[v])) {
            const Role role = roles_[parent.index()];
            if (role == Role::observed || role == Role::intervened) continue;
            const bool is_new = role == Role::free && (hidden_.empty() || !hidden_[parent.index()]);
            if (is_new) to_visit_.push_back(parent.index());
            hide(parent.index());
            leader_[leader(v)] = leader(parent.index());
        }
    }

    std::vector<ContinuousComponent> components() {
        std::vector<ContinuousComponent> components;
        std::map<std::size_t, std::size_t> number_of;  // by leader
        for (std::size_t v = 0; v < network_.size(); ++v) {
            if (!is_anchor(v)) continue;
            const auto [at, is_new] = number_of.try_emplace(leader(v), components.size());
            if (is_new) components.emplace_back();
            ContinuousComponent& component = components[at->second];
            if (is_threshold(v))
                component.thresholds.push_back(VariableId(v));
            else if (roles_[v] == Role::observed)
                component.observed.push_back(VariableId(v));
            else if (roles_[v] == Role::bounded)
                component.bounded.push_back(VariableId(v));
        }
        for (std::size_t v = 0; v < hidden_.size(); ++v)
            if (hidden_[v]) list_hidden(v, components, number_of);
        for (ContinuousComponent& component : components)
            if (!component.hidden.empty())
                component.quadrature_variable = quadrature_variable_of(network_, component);
        return components;
    }

    /// Adds a hidden variable to its component, after its hidden parents that are in none yet. That
    /// is quicker than a topological order of the whole network, of which a row may need little.
    void list_hidden(std::size_t last, std::vector<ContinuousComponent>& components,
                     const std::map<std::size_t, std::size_t>& number_of) {
        constexpr char is_open = 2;
        for (to_visit_ = {last}; !to_visit_.empty();) {
            const std::size_t v = to_visit_.back();
            if (std::exchange(hidden_[v], hidden_[v] ? is_open : 0) == 1) {
                for (const VariableId parent : continuous_parents(network_.cpds()[v]))
                    if (hidden_[parent.index()]) to_visit_.push_back(parent.index());
                continue;
            }
            to_visit_.pop_back();
            if (std::exchange(hidden_[v], 0))
                components[number_of.at(leader(v))].hidden.push_back(VariableId(v));
        }
    }

    const BayesianNetwork& network_;
    std::span<const Role> roles_;
    std::vector<std::size_t> leader_;
    std::vector<char> hidden_;  ///< by variable, until it is listed; empty while there are none
    std::vector<std::size_t> to_visit_;
};

}  // namespace

ContinuousComponent given_quadrature_variable(const BayesianNetwork& network,
                                              const ContinuousComponent& component) {
    ContinuousComponent inner = component;
    inner.quadrature_variable.reset();
    std::erase(inner.hidden, *component.quadrature_variable);
    std::erase(inner.bounded, *component.quadrature_variable);
    std::erase_if(inner.observed,
                  [&](VariableId variable) { return !is_linear_gaussian(network.cpd(variable)); });
    return inner;
}

bool has_point_mass(const Cpd& cpd) {
    if (!is_linear_gaussian(cpd)) return false;
    for (std::size_t row = 0; row < discrete_scope(cpd).cells(); ++row)
        if (regression(cpd, row)->variance == 0) return true;
    return false;
}

std::vector<VariableId> discrete_variables_of(const BayesianNetwork& network,
                                              const ContinuousComponent& component,
                                              std::span<const char> fixed) {
    std::vector<VariableId> found = component.thresholds;
    component.for_each_family([&](VariableId member) {
        const std::span<const VariableId> parents = discrete_scope(network.cpd(member)).variables();
        found.insert(found.end(), parents.begin(), parents.end());
    });
    if (!fixed.empty())
        std::erase_if(found, [&](VariableId variable) { return fixed[variable.index()]; });
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<ContinuousComponent> continuous_components(const BayesianNetwork& network,
                                                       std::span<const Role> roles) {
    return ComponentFinder(network, roles).find();
}

}  // namespace pgm::detail
