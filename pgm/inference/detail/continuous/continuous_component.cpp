#include <pgm/inference/detail/continuous/continuous_component.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <map>
#include <numeric>

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
            if (is_measured(v)) join_family(v);
        }
        while (!to_visit_.empty()) {
            const std::size_t v = to_visit_.back();
            to_visit_.pop_back();
            join_family(v);
        }
        return components();
    }

private:
    bool is_measured(std::size_t v) const {
        return !network_.variables()[v].is_discrete() && roles_[v] == Role::observed;
    }

    std::size_t leader(std::size_t v) {
        while (leader_[v] != v) v = leader_[v] = leader_[leader_[v]];
        return v;
    }

    /// A variable and its unknown parents belong together; the latter have families of their own to
    /// look at.
    void join_family(std::size_t v) {
        for (const VariableId parent : continuous_parents(network_.cpds()[v])) {
            if (roles_[parent.index()] != Role::free) continue;
            require_gaussian(parent, parent);
            require_gaussian(VariableId(v), parent);
            if (hidden_.empty()) hidden_.assign(network_.size(), 0);
            if (!hidden_[parent.index()]) to_visit_.push_back(parent.index());
            hidden_[parent.index()] = 1;
            leader_[leader(v)] = leader(parent.index());
        }
    }

    void require_gaussian(VariableId variable, VariableId hidden) const {
        if (is_linear_gaussian(network_.cpd(variable))) return;
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
            if (!is_measured(v)) continue;
            const auto [at, is_new] = number_of.try_emplace(leader(v), components.size());
            if (is_new) components.emplace_back();
            components[at->second].measured.push_back(VariableId(v));
        }
        if (hidden_.empty()) return components;
        for (const VariableId variable : topological_order(network_.dag())) {
            if (hidden_[variable.index()])
                components[number_of.at(leader(variable.index()))].hidden.push_back(variable);
        }
        return components;
    }

    const BayesianNetwork& network_;
    std::span<const Role> roles_;
    std::vector<std::size_t> leader_;
    std::vector<char> hidden_;  ///< empty while there are none
    std::vector<std::size_t> to_visit_;
};

}  // namespace

std::vector<ContinuousComponent> continuous_components(const BayesianNetwork& network,
                                                       std::span<const Role> roles) {
    return ComponentFinder(network, roles).find();
}

}  // namespace pgm::detail
