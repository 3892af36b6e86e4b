#include <pgm/inference/detail/continuous/linear_posteriors.hpp>

#include <pgm/inference/detail/continuous/conditional_gaussians.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

/// Goes from a target to its nearest known or hidden ancestors.
class AncestorLister {
public:
    AncestorLister(const ObservedComponents& components, const FindingsByVariable& findings,
                   LinearTarget& target)
        : components_(components), findings_(findings), target_(target) {}

    /// False where a family on the way, or a component, is not linear Gaussian.
    bool list() {
        constexpr char is_open = 1, is_listed = 2;
        std::vector<char> states(components_.network().size(), 0);
        std::vector<VariableId> stack{target_.variable};
        while (!stack.empty()) {
            const VariableId variable = stack.back();
            char& state = states[variable.index()];
            if (state != 0 || findings_.value(variable)) {
                stack.pop_back();
                if (std::exchange(state, is_listed) == is_open)
                    target_.families.push_back({variable, {}});
                continue;
            }
            if (components_.place(variable).component != ObservedComponents::none) {
                if (!add_ancestor(variable)) return false;
                state = is_listed;
                continue;
            }
            const Cpd& cpd = components_.network().cpd(variable);
            if (!is_linear_gaussian(cpd)) return false;
            state = is_open;
            for (const VariableId parent : continuous_parents(cpd)) stack.push_back(parent);
        }
        return true;
    }

private:
    bool add_ancestor(VariableId variable) {
        const ObservedComponents::HiddenIndex& place = components_.place(variable);
        auto component = std::ranges::find(target_.components, place.component,
                                           &LinearTarget::ObservedComponent::component);
        if (component == target_.components.end())
            component = target_.components.insert(
                component, LinearTarget::ObservedComponent{place.component, {}, {}});
        component->ancestors.push_back({variable, place.member});
        return components_[place.component].is_linear;
    }

    const ObservedComponents& components_;
    const FindingsByVariable& findings_;
    LinearTarget& target_;
};

std::vector<VariableId> free_discrete_variables(const ObservedComponents& components,
                                                const FindingsByVariable& findings,
                                                const LinearTarget& target) {
    std::vector<VariableId> found;
    const auto add = [&](const Scope& scope) {
        for (const VariableId variable : scope.variables())
            if (!findings.states()[variable.index()]) found.push_back(variable);
    };
    for (const LinearTarget::ObservedComponent& component : target.components)
        add(components.densities().scope(components[component.component].factor));
    for (const LinearTarget::Family& family : target.families)
        add(discrete_scope(components.network().cpd(family.child)));
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace

void ObservedComponents::list(const BayesianNetwork& network, const ContinuousEvidence& densities) {
    network_ = &network;
    densities_ = &densities;
    components_.clear();
    places_.assign(network.size(), HiddenIndex());
    for (std::size_t factor = 0; factor < densities.factors(); ++factor) {
        for (std::size_t i = 0; i < densities.components(factor); ++i) {
            const ContinuousComponent& members = densities.members(factor, i);
            if (members.hidden.empty()) continue;
            const bool is_linear = !members.quadrature_variable &&
                                   std::ranges::all_of(members.hidden, [&](VariableId variable) {
                                       return is_linear_gaussian(network.cpd(variable));
                                   });
            for (std::size_t m = 0; m < members.hidden.size(); ++m)
                places_[members.hidden[m].index()] = {
                    static_cast<std::uint32_t>(components_.size()), static_cast<std::uint32_t>(m)};
            components_.push_back({factor, i, is_linear});
        }
    }
}

std::optional<LinearTarget> linear_target(const ObservedComponents& components,
                                          const FindingsByVariable& findings, VariableId variable,
                                          std::size_t max_cells) {
    LinearTarget target{variable, {}, {}, {}};
    if (!AncestorLister(components, findings, target).list()) return std::nullopt;
    const BayesianNetwork& network = components.network();
    target.scope = scope_of_configurations(
        network, variable, free_discrete_variables(components, findings, target), max_cells);
    for (LinearTarget::ObservedComponent& component : target.components)
        component.cell = {components.densities().scope(components[component.component].factor),
                          target.scope};
    for (LinearTarget::Family& family : target.families)
        family.row = {discrete_scope(network.cpd(family.child)), target.scope};
    return target;
}

void LinearPosteriors::start(const BayesianNetwork& network, const CheckedEvidence& evidence,
                             std::shared_ptr<const DiscretisedModel> model) {
    network_ = &network;
    ++evidence_number_;
    findings_.assign(evidence, network.size());
    pattern_.resize(network.size());
    for (std::size_t v = 0; v < pattern_.size(); ++v) {
        constexpr char is_fixed = 16;
        pattern_[v] = findings_.states()[v] ? is_fixed : static_cast<char>(findings_.roles()[v]);
    }
    const bool is_same = model == model_ && pattern_ == last_pattern_;
    model_ = std::move(model);
    if (!is_same)
        begin_pattern();
    else if (!std::ranges::equal(findings_.states(), last_states_))
        clear_cells();
    last_states_.assign(findings_.states().begin(), findings_.states().end());
}

void LinearPosteriors::begin_pattern() {
    last_pattern_.clear();
    components_.list(*network_, model_->densities());
    observed_.clear();
    observed_.resize(components_.size());
    targets_.clear();
    targets_.resize(network_->size());
    is_refused_.assign(network_->size(), 0);
    kept_numbers_ = 0;
    coefficients_.assign(network_->size(), 0);
    means_.resize(network_->size());
    last_pattern_ = pattern_;
}

/// Other states choose other rows of families.
void LinearPosteriors::clear_cells() {
    for (const std::unique_ptr<Target>& target : targets_)
        if (target)
            for (CenteredNormal& cell : target->cells) cell.number = no_cell;
}

LinearPosteriors::Target* LinearPosteriors::find(VariableId variable, std::size_t max_cells) {
    const std::size_t v = variable.index();
    if (is_refused_[v] || value(variable)) return nullptr;
    if (targets_[v]) return targets_[v].get();
    std::optional<LinearTarget> lists = linear_target(components_, findings_, variable, max_cells);
    if (!lists) {
        is_refused_[v] = 1;
        return nullptr;
    }
    targets_[v] = std::make_unique<Target>(std::move(*lists), std::vector<CenteredNormal>());
    targets_[v]->cells.resize(kept_cells(targets_[v]->lists));
    return targets_[v].get();
}

/// All cells of the target while the gains of all targets together take a few megabytes; else one.
std::size_t LinearPosteriors::kept_cells(const LinearTarget& target) {
    constexpr std::size_t most_numbers = std::size_t{1} << 19, at_least = 8;
    std::size_t numbers = at_least;
    for (const LinearTarget::ObservedComponent& component : target.components) {
        const ObservedComponents::ObservedComponent& own = components_[component.component];
        numbers += model_->densities().members(own.factor, own.component).observed.size();
    }
    const std::size_t cells = target.scope.cells();
    if (cells > (most_numbers - kept_numbers_) / numbers) return 1;
    kept_numbers_ += cells * numbers;
    return cells;
}

void LinearPosteriors::list(Target& target, std::span<const double> weights,
                            ContinuousEvidence::Scratch& scratch,
                            std::vector<DensityComponent>& components) {
    const Scope& scope = target.lists.scope;
    components.clear();
    at_.assign(scope.size(), 0);
    for (std::size_t cell = 0; cell < weights.size(); ++cell) {
        if (weights[cell] > 0) {
            components.push_back(component(target, cell, scratch));
            components.back().weight = weights[cell];
        }
        next_cell(at_, scope.cardinalities());
    }
}

const LinearGaussianCpd::Row& LinearPosteriors::row(const LinearTarget::Family& family) const {
    return *regression(network_->cpd(family.child), family.row.cell(at_, findings_.states()));
}

/// In the cell that `at_` names.
DensityComponent LinearPosteriors::component(Target& target, std::size_t number,
                                             ContinuousEvidence::Scratch& scratch) {
    const LinearTarget& lists = target.lists;
    CenteredNormal& cell = target.cells[number % target.cells.size()];
    if (cell.number != number) {
        cell.number = no_cell;
        find_spread(lists, scratch, cell);
        cell.number = number;
    }
    double regressed = 0;
    for (std::size_t i = 0; i < lists.components.size(); ++i) {
        const LinearTarget::ObservedComponent& component = lists.components[i];
        const ObservedDistances& known =
            observed(component.component, component_cell(component), scratch);
        for (const LinearTarget::UnobservedAncestor& ancestor : component.ancestors)
            means_[ancestor.variable.index()] =
                known.means(static_cast<Eigen::Index>(ancestor.member));
        const Eigen::VectorXd& weights = cell.gains[i].on_distances;
        regressed += weights.dot(known.distances.head(weights.size()));
    }
    for (const LinearTarget::Family& family : lists.families) {
        const LinearGaussianCpd::Row& own = row(family);
        const std::span<const VariableId> parents = continuous_parents(network_->cpd(family.child));
        double mean = own.intercept;
        for (std::size_t i = 0; i < parents.size(); ++i) {
            const double* const known = value(parents[i]);
            mean += own.slopes[i] * (known ? *known : means_[parents[i].index()]);
        }
        means_[family.child.index()] = mean;
    }
    return {.mean = means_[lists.variable.index()] + regressed, .sd = cell.sd};
}

/// The coefficients of all that the target is a function of, from the last family to the first.
void LinearPosteriors::find_spread(const LinearTarget& target, ContinuousEvidence::Scratch& scratch,
                                   CenteredNormal& cell) {
    coefficients_[target.variable.index()] = 1;
    double sd = 0;  // whose square may be too small or too large for a double, as that of a slope
    for (std::size_t f = target.families.size(); f-- > 0;) {
        const LinearTarget::Family& family = target.families[f];
        const LinearGaussianCpd::Row& own = row(family);
        const std::span<const VariableId> parents = continuous_parents(network_->cpd(family.child));
        const double coefficient = std::exchange(coefficients_[family.child.index()], 0.0);
        sd = std::hypot(sd, coefficient * std::sqrt(own.variance));
        for (std::size_t i = 0; i < parents.size(); ++i)
            if (!value(parents[i]))
                coefficients_[parents[i].index()] += coefficient * own.slopes[i];
    }
    cell.gains.resize(target.components.size());
    for (std::size_t i = 0; i < target.components.size(); ++i) {
        const LinearTarget::ObservedComponent& component = target.components[i];
        terms_.clear();
        for (const LinearTarget::UnobservedAncestor& ancestor : component.ancestors)
            terms_.push_back(
                {ancestor.variable, std::exchange(coefficients_[ancestor.variable.index()], 0.0)});
        const ObservedComponents::ObservedComponent& own = components_[component.component];
        model_->densities()
            .integral(own.factor, own.component, component_cell(component), findings_.block(),
                      scratch)
            .gain(terms_, cell.gains[i]);
        sd = std::hypot(sd, cell.gains[i].sd);
    }
    cell.sd = sd;
}

const LinearPosteriors::ObservedDistances& LinearPosteriors::observed(
    std::size_t number, std::size_t cell, ContinuousEvidence::Scratch& scratch) {
    const auto& [factor, component, is_linear] = components_[number];
    std::vector<ObservedDistances>& kept = observed_[number];
    kept.resize(model_->densities().kept_cells(factor, component));
    ObservedDistances& known = kept[cell % kept.size()];
    if (known.evidence == evidence_number_ && known.cell == cell) return known;
    const GaussianIntegral& integral =
        model_->densities().integral(factor, component, cell, findings_.block(), scratch);
    known.distances = integral.distances();
    known.means = integral.prior_means();
    known.evidence = evidence_number_;
    known.cell = cell;
    return known;
}

}  // namespace pgm::detail
