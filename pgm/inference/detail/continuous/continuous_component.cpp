#include <pgm/inference/detail/continuous/continuous_component.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace pgm::detail {
namespace {

class ComponentFinder {
public:
    ComponentFinder(const BayesianNetwork& network, std::span<const Role> roles)
        : network_(network), roles_(roles), leader_(network.size()) {
        std::iota(leader_.begin(), leader_.end(), std::size_t{0});
    }

    std::vector<ContinuousComponent> find() {
        for (std::size_t v = 0; v < network_.size(); ++v) {
            if (!is_anchor(v)) continue;
            if (roles_[v] != Role::observed && !is_cut(v)) hide(v);
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
    bool is_cut(std::size_t v) const { return network_.variables()[v].is_discrete(); }

    /// What others are in components because of: measured, bounded, asked for, or cut.
    bool is_anchor(std::size_t v) const {
        if (is_cut(v)) return has_cuts(network_.cpds()[v]) && matters(roles_[v]);
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
            const Cpd& own = network_.cpds()[v];
            if (!is_integrable(network_.cpd(parent))) refuse(parent, parent);
            if (!is_linear_gaussian(own) && !has_cuts(own)) refuse(VariableId(v), parent);
            const bool is_new = role == Role::free && (hidden_.empty() || !hidden_[parent.index()]);
            if (is_new) to_visit_.push_back(parent.index());
            hide(parent.index());
            leader_[leader(v)] = leader(parent.index());
        }
    }

    [[noreturn]] void refuse(VariableId variable, VariableId hidden) const {
        const std::string name = "'" + printable(network_.variable(hidden).name()) + "'";
        throw EvidenceError(
            "'" + printable(network_.variable(variable).name()) + "' is no linear Gaussian, so " +
                name + ", which was not measured, cannot be integrated out",
            {.variable = network_.variable(hidden).name()}, "give a value for " + name);
    }

    std::vector<ContinuousComponent> components() {
        std::vector<ContinuousComponent> components;
        std::map<std::size_t, std::size_t> number_of;  // by leader
        for (std::size_t v = 0; v < network_.size(); ++v) {
            if (!is_anchor(v)) continue;
            const auto [at, is_new] = number_of.try_emplace(leader(v), components.size());
            if (is_new) components.emplace_back();
            ContinuousComponent& component = components[at->second];
            if (is_cut(v))
                component.cut.push_back(VariableId(v));
            else if (roles_[v] == Role::observed)
                component.measured.push_back(VariableId(v));
            else if (roles_[v] == Role::bounded)
                component.bounded.push_back(VariableId(v));
        }
        for (std::size_t v = 0; v < hidden_.size(); ++v)
            if (hidden_[v]) list_hidden(v, components, number_of);
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

bool is_integrable(const Cpd& cpd) {
    if (is_linear_gaussian(cpd)) return true;
    const std::vector<DensityComponent> found = kernels(cpd, 0);
    return !found.empty() && found.front().shape == DensityComponent::Shape::normal;
}

std::vector<VariableId> discrete_variables_of(const BayesianNetwork& network,
                                              const ContinuousComponent& component,
                                              std::span<const char> fixed) {
    std::vector<VariableId> found = component.cut;
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
