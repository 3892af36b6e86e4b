#include <pgm/inference/detail/continuous/conditional_gaussians.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <Eigen/QR>
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
    : network_(network), targets_(targets.begin(), targets.end()) {
    findings_.assign(evidence, network.size());
    std::vector<Role> roles = findings_.roles_for(network, targets_, evidence);
    for (const VariableId target : targets_)
        if (roles[target.index()] == Role::free) roles[target.index()] = Role::asked;
    ContinuousComponent members = members_of_targets(roles);
    std::vector<char> fixed(network.size(), 0);
    for (std::size_t v = 0; v < fixed.size(); ++v) fixed[v] = findings_.states()[v].has_value();
    scope_ = scope_of_configurations(network, targets.front(),
                                     discrete_variables_of(network, members, fixed), max_cells);
    factor_.emplace(network, std::move(members), scope_);
    component_.targets.resize(targets_.size());
}

/// All components in which something is asked for, as one.
ContinuousComponent ConditionalGaussians::members_of_targets(std::span<const Role> roles) const {
    ContinuousComponent members;
    const auto is_target = [&](VariableId id) {
        return std::ranges::find(targets_, id) != targets_.end();
    };
    const auto append = [](std::vector<VariableId>& to, const std::vector<VariableId>& more) {
        to.insert(to.end(), more.begin(), more.end());
    };
    for (const ContinuousComponent& component : continuous_components(network_, roles)) {
        if (std::ranges::none_of(component.hidden, is_target)) continue;
        if (component.quadrature_variable && members.quadrature_variable)
            throw EvidenceError(
                "the joint distribution of variables that depend on " +
                    in_quotes(network_.variable(*members.quadrature_variable).name()) + " and on " +
                    in_quotes(network_.variable(*component.quadrature_variable).name()) +
                    ", which are integrated out by quadrature, is not known",
                {.variable = network_.variable(*component.quadrature_variable).name()},
                "ask for one at a time");
        if (component.quadrature_variable)
            members.quadrature_variable = component.quadrature_variable;
        append(members.hidden, component.hidden);
        append(members.observed, component.observed);
        append(members.bounded, component.bounded);
        append(members.thresholds, component.thresholds);
    }
    return members;
}

void ConditionalGaussians::for_each(std::span<const double> weights, const Visit& visit,
                                    Purpose purpose) {
    purpose_ = purpose;
    std::vector<std::size_t> at(scope_.size(), 0);
    for (std::size_t cell = 0; cell < weights.size(); ++cell) {
        if (weights[cell] > 0) {
            factor_->find_rows(at, findings_.states(), row_of_);
            factor_->find_states(scope_, at, findings_.states(), states_);
            component_.cell = cell;
            visit_cell(weights[cell], visit);
        }
        next_cell(at, scope_.cardinalities());
    }
}

/// Weighs each of several kernels by the likelihood of the observed values under it.
void ConditionalGaussians::visit_cell(double weight, const Visit& visit) {
    integral_.start(*factor_, row_of_, states_, closed_);
    if (integral_.has_one_choice()) return visit_choice(weight, visit);
    logs_.clear();
    do {
        logs_.push_back(std::log(integral_.weight()) + integral_.log_density(findings_.block(), 0));
    } while (integral_.next());
    if (normalise_logs(logs_) == -infinity) return;
    integral_.start(*factor_, row_of_, states_, closed_);
    for (const double part : logs_) {
        if (part > 0) visit_choice(weight * part, visit);
        integral_.next();
    }
}

void ConditionalGaussians::visit_choice(double weight, const Visit& visit) {
    if (members().quadrature_variable) return visit_quadrature(weight, visit);
    integral_.condition(findings_.block(), 0);
    component_.weight = weight;
    component_.box = members().has_box() ? &integral_.box() : nullptr;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (const double* const value = findings_.value(targets_[i])) {
            component_.targets[i].mean = *value;
            component_.targets[i].deviations.setZero(closed_.noises());
        } else {
            closed_.condition(targets_[i], component_.targets[i]);
        }
    }
    visit(component_);
}

/// The only target as an affine function of the quadrature variable, at its value `x`: the target
/// is the quadrature variable, or linear Gaussian given it.
AffineRelation ConditionalGaussians::relation_to_quadrature_variable(double x) {
    const VariableId target = targets_.front(),
                     quadrature_variable = *members().quadrature_variable;
    if (target == quadrature_variable) return {};
    LineIntegral& line = integral_.line();
    line.log_likelihood(x);
    GaussianIntegral::LinearPredictor predictor{.slopes = std::vector<double>(network_.size())};
    const GaussianIntegral::Term itself{target, 1};
    line.integral().add_predictor({&itself, 1}, predictor);
    const double slope = predictor.slopes[quadrature_variable.index()];
    line.integral().condition(target, component_.targets.front());
    return {component_.targets.front().mean - slope * x, slope, predictor.sd};
}

/// A component for all of the quadrature variable, or one for each of its values.
void ConditionalGaussians::visit_quadrature(double weight, const Visit& visit) {
    const PanelledFunction& found = integral_.quadrature(findings_.block(), 0, purpose_);
    LineIntegral& line = integral_.line();
    const VariableId quadrature_variable = *members().quadrature_variable;
    if (!found.has_moments())
        throw EvidenceError("the density of " +
                                in_quotes(network_.variable(quadrature_variable).name()) +
                                " falls off too slowly for a standard deviation",
                            {.variable = network_.variable(quadrature_variable).name()},
                            "ask for the probability of an interval, or give a value for it");
    if (targets_.size() == 1 && (targets_.front() == quadrature_variable ||
                                 !factor_->given_quadrature_variable().has_box())) {
        component_.weight = weight;
        component_.density = &found;
        component_.relation = relation_to_quadrature_variable(found.mean());
        const auto [intercept, slope, sd] = component_.relation;
        component_.targets.front().mean = intercept + slope * found.mean();
        component_.targets.front().deviations.setConstant(1, std::hypot(slope * found.sd(), sd));
        visit(component_);
        return;
    }
    component_.box = factor_->given_quadrature_variable().has_box() ? &line.box() : nullptr;
    const double scale = weight * std::exp(found.log_scale - found.log_integral);
    for (const PanelledFunction::QuadraturePanel& panel : found.panels) {
        for (std::size_t node = 0; node < PanelledFunction::points; ++node) {
            const double x = panel.node(node);
            component_.weight = scale * panel.weight(node) * panel.values[node];
            if (!(component_.weight > 0) || line.log_likelihood(x) == -infinity) continue;
            for (std::size_t i = 0; i < targets_.size(); ++i) {
                const VariableId target = targets_[i];
                const double* const value = findings_.value(target);
                if (value == nullptr && target != quadrature_variable) {
                    line.integral().condition(target, component_.targets[i]);
                    continue;
                }
                component_.targets[i].mean = value != nullptr ? *value : x;
                component_.targets[i].deviations.setZero(line.integral().noises());
            }
            visit(component_);
        }
    }
}

ComponentMoments::ComponentMoments(const ConditionalGaussians::WeightedGaussian& component) {
    const auto size = static_cast<Eigen::Index>(component.targets.size());
    means.resize(size);
    covariance.resize(size, size);
    for (Eigen::Index i = 0; i < size; ++i) {
        const auto& a = component.targets[static_cast<std::size_t>(i)];
        means(i) = a.mean;
        for (Eigen::Index j = 0; j < size; ++j)
            covariance(i, j) =
                a.deviations.dot(component.targets[static_cast<std::size_t>(j)].deviations);
    }
    if (component.box == nullptr) return;
    if (const DensityComponent* const part = component.box->uniform_part())
        select_uniform(component, *part);
    else
        select(component);
}

/// The targets are the one hidden variable, and constants.
void ComponentMoments::select_uniform(const ConditionalGaussians::WeightedGaussian& component,
                                      const DensityComponent& part) {
    for (Eigen::Index i = 0; i < means.size(); ++i) {
        if (component.targets[static_cast<std::size_t>(i)].deviations.isZero(0)) continue;
        means(i) = part.mean;
        covariance(i, i) = part.sd * part.sd;
    }
}

void ComponentMoments::select(const ConditionalGaussians::WeightedGaussian& component) {
    const TruncatedJointNormal& box = component.box->box();
    const BoxMoments inside = moments(box);
    const auto count = static_cast<Eigen::Index>(box.size());
    Eigen::MatrixXd with_box(means.size(), count);
    for (Eigen::Index i = 0; i < means.size(); ++i)
        for (Eigen::Index k = 0; k < count; ++k)
            with_box(i, k) =
                component.covariance(static_cast<std::size_t>(i), static_cast<std::size_t>(k));
    // Members of a box may be multiples of each other, so its covariance may be singular.
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> inverse(box.covariance);
    const Eigen::MatrixXd slopes = inverse.solve(with_box.transpose()).transpose();
    means += slopes * (inside.means - box.means);
    covariance += slopes * (inside.covariance - box.covariance) * slopes.transpose();
}

}  // namespace pgm::detail
