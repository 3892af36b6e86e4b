#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/inference/detail/continuous/density_table.hpp>
#include <pgm/inference/detail/continuous/moment_recursion.hpp>
#include <pgm/inference/detail/engine_implementation.hpp>
#include <pgm/inference/detail/target_check.hpp>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

// What an engine says of continuous variables.

namespace pgm::detail {
namespace {

/// The target of a component as the first variable of its box.
TruncatedJointNormal box_with_target(const ConditionalGaussians::WeightedGaussian& component) {
    const TruncatedJointNormal& known = component.box->box();
    const auto size = static_cast<Eigen::Index>(known.size());
    TruncatedJointNormal box{.means = Eigen::VectorXd(size + 1),
                             .covariance = Eigen::MatrixXd(size + 1, size + 1),
                             .intervals = {Interval()},
                             .noisy = known.noisy};
    box.means << component.targets.front().mean, known.means;
    box.covariance(0, 0) = component.targets.front().deviations.squaredNorm();
    for (Eigen::Index k = 0; k < size; ++k)
        box.covariance(k + 1, 0) = box.covariance(0, k + 1) =
            component.covariance(0, static_cast<std::size_t>(k));
    box.covariance.bottomRightCorner(size, size) = known.covariance;
    box.intervals.insert(box.intervals.end(), known.intervals.begin(), known.intervals.end());
    for (TruncatedJointNormal::NoisyConstraint& noisy : box.noisy) ++noisy.variable;
    return box;
}

/// The components of a posterior as they are found, some of which are tables.
class ComponentList {
public:
    ComponentList(const BayesianNetwork& network, VariableId target)
        : network_(network), target_(target) {}

    void add(const DensityComponent& component) { components_.push_back(component); }

    /// A density with neither width nor mass in doubles is a point mass at `place`.
    void add_table(double weight, const PanelledFunction& density, double place) {
        require_few_tables(tables_.size());
        if (density.panels.empty()) return add({weight, place, 0});
        const double sd = density.sd();
        add({weight, density.mean(), sd, DensityComponent::Shape::tabulated});
        tables_.resize(components_.size() - 1);
        tables_.push_back(density_table(density));
    }

    void require_variance_in_range(const GaussianIntegral::Conditional& component) const {
        detail::require_variance_in_range(component.sd(), network_.variable(target_));
    }

    void require_few_tables(std::size_t number) const {
        if (number <= most_tables) return;
        throw TooLargeError("the distribution of " + in_quotes(network_.variable(target_).name()) +
                                " has more than " + std::to_string(most_tables) +
                                " components that are no normal distributions",
                            {}, "observe some of the discrete variables that it depends on");
    }

    ContinuousPosterior posterior(double log_evidence) && {
        if (!tables_.empty()) tables_.resize(components_.size());
        return ContinuousPosterior(target_, std::move(components_), std::move(tables_),
                                   log_evidence);
    }

private:
    /// Each takes about 5 kB, and up to milliseconds.
    static constexpr std::size_t most_tables = std::size_t{1} << 14;

    const BayesianNetwork& network_;
    VariableId target_;
    std::vector<DensityComponent> components_;
    std::vector<TabulatedDensity> tables_;
};

[[noreturn]] void refuse_below_quadrature_variable(const BayesianNetwork& network,
                                                   VariableId target,
                                                   VariableId quadrature_variable) {
    const std::string other = in_quotes(network.variable(quadrature_variable).name());
    throw ArgumentError("the distribution of " + in_quotes(network.variable(target).name()) +
                            " is not known: " + other +
                            " is integrated out by quadrature, and given that, intervals or "
                            "states with noise are known of what depends on it",
                        "ask for its mean, its standard deviation or the probability of an "
                        "interval, or give a value for " +
                            other);
}

/// A component for all values of the quadrature variable.
void add_density(const ConditionalGaussians::WeightedGaussian& component,
                 ComponentList& components) {
    const auto& [intercept, slope, sd] = component.relation;
    const GaussianIntegral::Conditional& target = component.targets.front();
    // A slope that is rounding beside the noise.
    constexpr double rounding = 1e-13;
    if (std::abs(slope) * component.density->sd() <= rounding * sd || slope == 0)
        return components.add({component.weight, target.mean, target.sd()});
    components.add_table(component.weight, transformed(*component.density, component.relation),
                         target.mean);
}

/// A component of which more is known than values.
void add_selected(const ConditionalGaussians::WeightedGaussian& component,
                  ComponentList& components) {
    if (const DensityComponent* const part = component.box->uniform_part())
        return components.add({component.weight, part->mean, part->sd, part->shape});
    components.require_variance_in_range(component.targets.front());
    const ComponentMoments collapsed(component);
    const TruncatedJointNormal box = box_with_target(component);
    const double mean = collapsed.means(0), variance = collapsed.covariance(0, 0);
    if (!(box.covariance(0, 0) > 0)) return components.add({component.weight, mean, 0});
    components.add_table(component.weight,
                         selected_density(box, mean, std::sqrt(std::max(variance, 0.0))), mean);
}

/// While it lives, the questions of a workspace are about the evidence of a number.
class NumberedEvidence {
public:
    explicit NumberedEvidence(WorkspaceState& state) : state_(state) {
        state_.evidence_number = state_.repeated.number();
    }
    ~NumberedEvidence() { state_.evidence_number = 0; }
    NumberedEvidence(const NumberedEvidence&) = delete;
    NumberedEvidence& operator=(const NumberedEvidence&) = delete;

private:
    WorkspaceState& state_;
};

ContinuousMoments moments_of(VariableId variable, std::span<const DensityComponent> components,
                             double log_evidence) {
    ContinuousMoments moments{.log_evidence = log_evidence, .variables = {variable}};
    if (components.empty()) {
        moments.status = PosteriorStatus::impossible;
        return moments;
    }
    double mean = 0, variance = 0;
    for (const DensityComponent& component : components) mean += component.weight * component.mean;
    for (const DensityComponent& component : components) {
        const double distance = component.mean - mean;
        variance += component.weight * (component.sd * component.sd + distance * distance);
    }
    moments.means = {mean};
    moments.covariances = {variance};
    return moments;
}

}  // namespace

/// P(configuration | e) of the variables that components depend on.
JointPosterior EngineImplementation::weights(const Scope& scope, const Evidence& evidence,
                                             WorkspaceState& state) const {
    if (scope.size() > 0) return joint(scope.variables(), evidence, state);
    JointPosterior certain;
    certain.table = Table(Scope(), std::vector<double>{1});
    certain.log_evidence = log_evidence(evidence, state);
    if (certain.log_evidence == -infinity) certain.status = PosteriorStatus::impossible;
    return certain;
}

const JointPosterior& EngineImplementation::repeated_weights(const Scope& scope,
                                                             const Evidence& evidence,
                                                             WorkspaceState& state) const {
    if (const JointPosterior* const known = state.repeated.find(scope.variables())) return *known;
    const NumberedEvidence numbered(state);
    return state.repeated.add(scope.variables(), weights(scope, evidence, state));
}

void EngineImplementation::start_repeated(const Evidence& evidence, WorkspaceState& state) const {
    state.repeated.start(evidence);
    const NumberedEvidence numbered(state);
    begin(Task::evidence, {}, evidence, state);
    const bool is_linear = state.evidence.intervals().empty();
    bool is_possible = false;
    if (is_linear) {
        is_possible = prepare_hybrid({Task::evidence, {}, state.evidence}, state);
        if (is_possible)
            state.repeated.posteriors.start(network, state.evidence, state.hybrid.model);
    }
    state.repeated.finish(is_possible, is_linear);
}

/// Null where something that the target depends on is not linear Gaussian, or known to be in an
/// interval.
std::optional<EngineImplementation::NormalMixture> EngineImplementation::normal_mixture(
    VariableId target, const Evidence& evidence, WorkspaceState& state) const {
    if (discretised_models_->has_cut_variables() || !is_linear_gaussian(network.cpd(target)))
        return std::nullopt;
    state.begin_question(identity_);
    RepeatedEvidence& repeated = state.repeated;
    if (!repeated.is_same(evidence)) start_repeated(evidence, state);
    if (!repeated.is_linear()) return std::nullopt;
    if (!repeated.is_possible()) return NormalMixture();
    LinearPosteriors& posteriors = repeated.posteriors;
    const double* const value = posteriors.value(target);
    LinearPosteriors::Target* const unknown =
        value ? nullptr : posteriors.find(target, options.max_mixture_components);
    if (!value && !unknown) return std::nullopt;
    const JointPosterior& known =
        repeated_weights(unknown ? unknown->lists.scope : Scope(), evidence, state);
    if (known.status == PosteriorStatus::impossible) return NormalMixture();
    if (unknown)
        posteriors.list(*unknown, known.table.values(),
                        state.hybrid.scratch_for(posteriors.model()), repeated.components);
    else
        repeated.components.assign(1, {.weight = 1, .mean = *value, .sd = 0});
    return NormalMixture{repeated.components, known.log_evidence};
}

ContinuousPosterior EngineImplementation::continuous_marginal(VariableId target,
                                                              const Evidence& evidence,
                                                              WorkspaceState& state) const {
    check_continuous_targets(network, {&target, 1});
    if (const auto mixture = normal_mixture(target, evidence, state)) {
        if (mixture->components.empty()) return ContinuousPosterior(target);
        return {target,
                {mixture->components.begin(), mixture->components.end()},
                mixture->log_evidence};
    }
    begin(Task::evidence, {}, evidence, state);
    ConditionalGaussians gaussians(network, {&target, 1}, state.evidence,
                                   options.max_mixture_components);
    const JointPosterior known = weights(gaussians.scope(), evidence, state);
    if (known.status == PosteriorStatus::impossible) return ContinuousPosterior(target);
    const std::vector<DensityComponent> own = kernels(network.cpd(target), 0);
    const DensityComponent::Shape shape =
        own.empty() ? DensityComponent::Shape::normal : own.front().shape;
    ComponentList components(network, target);
    const std::optional<VariableId> quadrature_variable = gaussians.members().quadrature_variable;
    if (quadrature_variable || gaussians.members().has_box())
        components.require_few_tables(static_cast<std::size_t>(
            std::ranges::count_if(known.table.values(), [](double p) { return p > 0; })));
    const auto add = [&](const auto& component) {
        const GaussianIntegral::Conditional& conditional = component.targets.front();
        if (component.density != nullptr) return add_density(component, components);
        if (quadrature_variable)
            refuse_below_quadrature_variable(network, target, *quadrature_variable);
        if (component.box == nullptr)
            return components.add({component.weight, conditional.mean, conditional.sd(), shape});
        add_selected(component, components);
    };
    gaussians.for_each(known.table.values(), add, Purpose::table);
    return std::move(components).posterior(known.log_evidence);
}

ContinuousMoments EngineImplementation::moments(std::span<const VariableId> targets,
                                                const Evidence& evidence,
                                                WorkspaceState& state) const {
    check_continuous_targets(network, targets);
    try {
        if (targets.size() == 1)
            if (const auto mixture = normal_mixture(targets.front(), evidence, state))
                return moments_of(targets.front(), mixture->components, mixture->log_evidence);
        return moments_of_components(targets, evidence, state);
    } catch (const TooLargeError&) {
        return moments_by_recursion(targets, evidence, state);
    }
}

ContinuousMoments EngineImplementation::moments_by_recursion(std::span<const VariableId> targets,
                                                             const Evidence& evidence,
                                                             WorkspaceState& state) const {
    ContinuousMoments moments{.log_evidence = log_evidence(evidence, state),
                              .variables = {targets.begin(), targets.end()}};
    if (moments.log_evidence == -infinity) {
        moments.status = PosteriorStatus::impossible;
        return moments;
    }
    const auto joint_of = [&](std::span<const VariableId> variables) {
        return joint(variables, evidence, state).table;
    };
    MomentRecursion recursion(network, state.evidence, joint_of, options.max_mixture_components);
    for (const VariableId target : targets) moments.means.push_back(recursion.mean(target));
    for (const VariableId a : targets)
        for (const VariableId b : targets)
            moments.covariances.push_back(recursion.covariance(a, b));
    return moments;
}

ContinuousMoments EngineImplementation::moments_of_components(std::span<const VariableId> targets,
                                                              const Evidence& evidence,
                                                              WorkspaceState& state) const {
    begin(Task::evidence, {}, evidence, state);
    ConditionalGaussians gaussians(network, targets, state.evidence,
                                   options.max_mixture_components);
    const JointPosterior known = weights(gaussians.scope(), evidence, state);
    ContinuousMoments moments{.status = known.status,
                              .log_evidence = known.log_evidence,
                              .variables = {targets.begin(), targets.end()}};
    if (known.status == PosteriorStatus::impossible) return moments;
    const auto size = static_cast<Eigen::Index>(targets.size());
    Eigen::VectorXd means = Eigen::VectorXd::Zero(size);
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(size, size);
    gaussians.for_each(known.table.values(), [&](const auto& component) {
        // Of one variable the standard deviation may be wanted, which its
        // posterior has.
        if (targets.size() > 1)
            for (std::size_t i = 0; i < targets.size(); ++i)
                require_variance_in_range(component.targets[i].sd(), network.variable(targets[i]));
        means += component.weight * ComponentMoments(component).means;
    });
    gaussians.for_each(known.table.values(), [&](const auto& component) {
        const ComponentMoments collapsed(component);
        const Eigen::VectorXd distance = collapsed.means - means;
        covariance += component.weight * (collapsed.covariance + distance * distance.transpose());
    });
    moments.means.assign(means.begin(), means.end());
    moments.covariances.assign(covariance.reshaped().begin(), covariance.reshaped().end());
    return moments;
}

}  // namespace pgm::detail
