#include <pgm/inference/detail/continuous/linear_posteriors.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {

void LinearPosteriors::start(const BayesianNetwork& network, const CheckedEvidence& evidence,
                             std::shared_ptr<const DiscretisedModel> model) {
    network_ = &network;
    ++evidence_number_;
    record(evidence);
    const bool is_same = model == model_ && pattern_ == last_pattern_;
    model_ = std::move(model);
    if (!is_same)
        begin_pattern();
    else if (states_ != last_states_)
        clear_cells();
    last_states_ = states_;
}

void LinearPosteriors::record(const CheckedEvidence& evidence) {
    const std::size_t size = network_->size();
    roles_.assign(size, Role::free);
    values_.resize(size);
    places_.assign(size, nullptr);
    states_.assign(size, ObservedBlock::no_state);
    pattern_.assign(size, 0);
    for (const auto& [variable, role, value] : evidence.values()) {
        const std::size_t v = variable.index();
        roles_[v] = role;
        values_[v] = value;
        places_[v] = &values_[v];
        pattern_[v] = static_cast<char>(role);
    }
    for (const auto& [variable, finding] : evidence.findings()) {
        const std::optional<StateId> state = state_of(finding);
        if (!state) continue;
        states_[variable.index()] = state->value;
        constexpr char is_fixed = 16;
        pattern_[variable.index()] = is_fixed;
    }
}

void LinearPosteriors::begin_pattern() {
    last_pattern_.clear();
    cores_.list(*network_, model_->densities());
    observed_.clear();
    observed_.resize(cores_.size());
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
    std::optional<LinearTarget> lists = linear_target(
        {*network_, model_->densities(), cores_, roles_, states_}, variable, max_cells);
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
    for (const LinearTarget::Core& core : target.cores) {
        const LinearCores::Core& own = cores_[core.core];
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

std::size_t LinearPosteriors::core_cell(const LinearTarget::Core& core) const {
    std::size_t cell = 0;
    for (std::size_t axis = 0; axis < at_.size(); ++axis) cell += at_[axis] * core.strides[axis];
    return cell;
}

const LinearGaussianCpd::Row& LinearPosteriors::row(const LinearTarget::Family& family) const {
    std::size_t row = 0;
    for (std::size_t axis = 0; axis < at_.size(); ++axis) row += at_[axis] * family.strides[axis];
    for (const auto& [variable, stride] : family.fixed) row += states_[variable.index()] * stride;
    return *regression(network_->cpd(family.child), row);
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
    for (std::size_t i = 0; i < lists.cores.size(); ++i) {
        const LinearTarget::Core& core = lists.cores[i];
        const ObservedCore& known = observed(core.core, core_cell(core), scratch);
        for (const LinearTarget::UnobservedAncestor& head : core.heads)
            means_[head.variable.index()] = known.means(static_cast<Eigen::Index>(head.member));
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
    cell.gains.resize(target.cores.size());
    for (std::size_t i = 0; i < target.cores.size(); ++i) {
        const LinearTarget::Core& core = target.cores[i];
        terms_.clear();
        for (const LinearTarget::UnobservedAncestor& head : core.heads)
            terms_.push_back(
                {head.variable, std::exchange(coefficients_[head.variable.index()], 0.0)});
        const auto& [factor, component, is_linear] = cores_[core.core];
        model_->densities()
            .integral(factor, component, core_cell(core), block(), scratch)
            .gain(terms_, cell.gains[i]);
        sd = std::hypot(sd, cell.gains[i].sd);
    }
    cell.sd = sd;
}

const LinearPosteriors::ObservedCore& LinearPosteriors::observed(
    std::size_t number, std::size_t cell, ContinuousEvidence::Scratch& scratch) {
    const auto& [factor, component, is_linear] = cores_[number];
    std::vector<ObservedCore>& kept = observed_[number];
    kept.resize(model_->densities().kept_cells(factor, component));
    ObservedCore& known = kept[cell % kept.size()];
    if (known.evidence == evidence_number_ && known.cell == cell) return known;
    const GaussianIntegral& integral =
        model_->densities().integral(factor, component, cell, block(), scratch);
    known.distances = integral.distances();
    known.means = integral.prior_means();
    known.evidence = evidence_number_;
    known.cell = cell;
    return known;
}

}  // namespace pgm::detail
