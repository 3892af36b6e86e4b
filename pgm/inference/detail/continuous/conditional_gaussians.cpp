#include <pgm/inference/detail/continuous/conditional_gaussians.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/detail/reduce/relevance.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {

Scope scope_of_configurations(const BayesianNetwork& network, VariableId target,
                              const std::vector<VariableId>& variables, std::size_t max_cells) {
    std::vector<std::size_t> cardinalities;
    std::optional<std::size_t> cells = 1;
    for (const VariableId variable : variables) {
        cardinalities.push_back(network.cardinality(variable));
        if (cells) cells = checked_mul(*cells, cardinalities.back());
    }
    if (!cells || *cells > max_cells)
        throw TooLargeError("the distribution of " + in_quotes(network.variable(target).name()) +
                                " has a component for each of the " +
                                (cells ? std::to_string(*cells) : std::string("more than 2^64")) +
                                " configurations of " +
                                counted(variables.size(), "discrete variable") + "; the limit is " +
                                std::to_string(max_cells),
                            {},
                            "observe some of these variables, of which the first is " +
                                in_quotes(network.variable(variables.front()).name()));
    return Scope(variables, cardinalities);
}

ConditionalGaussians::ConditionalGaussians(const BayesianNetwork& network,
                                           std::span<const VariableId> targets,
                                           const CheckedEvidence& evidence, std::size_t max_cells)
    : network_(network), targets_(targets.begin(), targets.end()), values_(network.size()) {
    list_members(roles_of(evidence));
    std::vector<char> fixed(network.size(), 0);
    for (const CheckedEvidence::Item& item : evidence.findings())
        fixed[item.variable.index()] = state_of(item.finding).has_value();
    scope_ = scope_of_configurations(network, targets.front(),
                                     discrete_variables_of(network, members_, fixed), max_cells);
    list_rows(evidence);
}

/// Discrete variables with continuous parents matter where they, or what depends on them, are known
/// or among the ancestors of the targets.
std::vector<Role> ConditionalGaussians::roles_of(const CheckedEvidence& evidence) {
    std::vector<Role> roles(network_.size(), Role::free);
    for (const CheckedEvidence::Value& known : evidence.values()) {
        roles[known.variable.index()] = known.role;
        values_[known.variable.index()] = &known.value;
    }
    intervals_.resize(network_.size());
    for (const auto& [variable, interval] : evidence.intervals()) {
        roles[variable.index()] = Role::bounded;
        intervals_[variable.index()] = interval;
    }
    states_.resize(network_.size());
    std::vector<Role> all = roles;
    for (const CheckedEvidence::Item& item : evidence.findings()) {
        all[item.variable.index()] = role_of(item.finding);
        if (const std::optional<StateId> state = state_of(item.finding))
            states_[item.variable.index()] = state->value;
    }
    const std::vector<char> relevant = relevant_variables(network_.dag(), targets_, all);
    for (std::size_t v = 0; v < network_.size(); ++v) {
        const Role known = all[v];
        if (!has_cuts(network_.cpds()[v]) || !relevant[v] || known == Role::intervened) continue;
        roles[v] = known == Role::free ? Role::asked : known;
    }
    for (const VariableId target : targets_)
        if (roles[target.index()] == Role::free) roles[target.index()] = Role::asked;
    return roles;
}

/// All components in which something is asked for, as one.
void ConditionalGaussians::list_members(std::span<const Role> roles) {
    const auto is_target = [&](VariableId id) {
        return std::ranges::find(targets_, id) != targets_.end();
    };
    const auto append = [](std::vector<VariableId>& to, const std::vector<VariableId>& more) {
        to.insert(to.end(), more.begin(), more.end());
    };
    for (const ContinuousComponent& component : continuous_components(network_, roles)) {
        if (std::ranges::none_of(component.hidden, is_target)) continue;
        if (component.axis && members_.axis)
            throw EvidenceError(
                "the joint distribution of variables that depend on " +
                    in_quotes(network_.variable(*members_.axis).name()) + " and on " +
                    in_quotes(network_.variable(*component.axis).name()) +
                    ", which are integrated out by quadrature, is not known",
                {.variable = network_.variable(*component.axis).name()}, "ask for one at a time");
        if (component.axis) members_.axis = component.axis;
        append(members_.hidden, component.hidden);
        append(members_.observed, component.observed);
        append(members_.bounded, component.bounded);
        append(members_.cut, component.cut);
    }
    inner_ = members_.axis ? given_axis(network_, members_) : members_;
}

void ConditionalGaussians::list_rows(const CheckedEvidence& evidence) {
    members_.for_each_family([&](VariableId member) { order_.push_back(member); });
    for (const VariableId member : order_) {
        const Scope& own = discrete_scope(network_.cpd(member));
        Row& row = rows_.emplace_back();
        row.strides.assign(scope_.size(), 0);
        for (std::size_t axis = 0; axis < own.size(); ++axis) {
            const VariableId parent = own.variables()[axis];
            if (const std::optional<std::size_t> at = scope_.axis(parent))
                row.strides[*at] = own.strides()[axis];
            else
                row.first += evidence.find_state(parent)->index() * own.strides()[axis];
        }
    }
    row_of_.resize(network_.size());
    piece_.targets.resize(targets_.size());
}

void ConditionalGaussians::for_each(std::span<const double> weights, const Visit& visit,
                                    Purpose purpose) {
    purpose_ = purpose;
    std::vector<std::size_t> at(scope_.size(), 0);
    for (std::size_t cell = 0; cell < weights.size(); ++cell) {
        if (weights[cell] > 0) {
            for (std::size_t m = 0; m < order_.size(); ++m) {
                std::size_t row = rows_[m].first;
                for (std::size_t axis = 0; axis < at.size(); ++axis)
                    row += at[axis] * rows_[m].strides[axis];
                row_of_[order_[m].index()] = row;
            }
            for (const VariableId variable : members_.cut)
                if (const std::optional<std::size_t> axis = scope_.axis(variable))
                    states_[variable.index()] = static_cast<std::uint32_t>(at[*axis]);
            piece_.cell = cell;
            visit_cell(weights[cell], visit);
        }
        next_cell(at, scope_.cardinalities());
    }
}

/// Weighs each of several kernels by the likelihood of the observed values under it.
void ConditionalGaussians::visit_cell(double weight, const Visit& visit) {
    choices_.start(network_, inner_, row_of_);
    if (choices_.is_only_one()) return visit_choice(weight, visit);
    logs_.clear();
    do {
        logs_.push_back(std::log(choices_.weight()) + log_density_of_choice());
    } while (choices_.next());
    if (normalise_logs(logs_) == -infinity) return;
    choices_.start(network_, inner_, row_of_);
    for (const double part : logs_) {
        if (part > 0) visit_choice(weight * part, visit);
        choices_.next();
    }
}

/// The log density of the evidence on the members; prepares the integrals that condition on it.
double ConditionalGaussians::log_density_of_choice() {
    if (members_.axis) {
        line_.prepare(network_, members_, row_of_, choices_.chosen());
        return line_.integrate(values_, 0, intervals_, states_).log_integral;
    }
    integral_.prepare(network_, members_, row_of_, choices_.chosen());
    const double density = integral_.log_density(values_, 0);
    if (!members_.has_box()) return density;
    box_.prepare(network_, members_, integral_,
                 {.row_of = row_of_,
                  .kernel_of = choices_.chosen(),
                  .intervals = intervals_,
                  .states = states_,
                  .values = values_});
    return choices_.is_only_one() ? density : density + box_.log_probability();
}

void ConditionalGaussians::visit_choice(double weight, const Visit& visit) {
    if (members_.axis) return visit_axis(weight, visit);
    log_density_of_choice();
    piece_.weight = weight;
    piece_.box = members_.has_box() ? &box_ : nullptr;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (const double* const known = values_[targets_[i].index()]) {
            piece_.targets[i].mean = *known;
            piece_.targets[i].deviations.setZero(integral_.noises());
        } else {
            integral_.condition(targets_[i], piece_.targets[i]);
        }
    }
    visit(piece_);
}

/// The only target as an affine function of the axis, at its value `x`: the target is the axis, or
/// linear Gaussian given it.
AffineRelation ConditionalGaussians::relation_to_axis(double x) {
    const VariableId target = targets_.front(), axis = *members_.axis;
    if (target == axis) return {};
    line_.log_likelihood(x);
    GaussianIntegral::LinearPredictor predictor;
    line_.integral().predictor(target, predictor);
    const double slope = predictor.slopes[axis.index()];
    line_.integral().condition(target, piece_.targets.front());
    return {piece_.targets.front().mean - slope * x, slope, predictor.sd};
}

/// A piece for all of the axis, or one for each of its values.
void ConditionalGaussians::visit_axis(double weight, const Visit& visit) {
    line_.prepare(network_, members_, row_of_, choices_.chosen());
    const PanelledFunction& found = line_.integrate(values_, 0, intervals_, states_, purpose_);
    const VariableId axis = *members_.axis;
    if (!found.has_moments())
        throw EvidenceError("the density of " + in_quotes(network_.variable(axis).name()) +
                                " falls off too slowly for a standard deviation",
                            {.variable = network_.variable(axis).name()},
                            "ask for the probability of an interval, or give a value for it");
    if (targets_.size() == 1 && (targets_.front() == axis || !inner_.has_box())) {
        piece_.weight = weight;
        piece_.density = &found;
        piece_.relation = relation_to_axis(found.mean());
        const auto [intercept, slope, sd] = piece_.relation;
        piece_.targets.front().mean = intercept + slope * found.mean();
        piece_.targets.front().deviations.setConstant(1, std::hypot(slope * found.sd(), sd));
        visit(piece_);
        return;
    }
    piece_.box = inner_.has_box() ? &line_.box() : nullptr;
    const double scale = weight * std::exp(found.log_scale - found.log_integral);
    for (const PanelledFunction::QuadraturePanel& panel : found.panels) {
        for (std::size_t node = 0; node < PanelledFunction::points; ++node) {
            const double x = panel.node(node);
            piece_.weight = scale * panel.weight(node) * panel.values[node];
            if (!(piece_.weight > 0) || line_.log_likelihood(x) == -infinity) continue;
            for (std::size_t i = 0; i < targets_.size(); ++i) {
                const VariableId target = targets_[i];
                const double* const known = values_[target.index()];
                if (known == nullptr && target != axis) {
                    line_.integral().condition(target, piece_.targets[i]);
                    continue;
                }
                piece_.targets[i].mean = known != nullptr ? *known : x;
                piece_.targets[i].deviations.setZero(line_.integral().noises());
            }
            visit(piece_);
        }
    }
}

}  // namespace pgm::detail
