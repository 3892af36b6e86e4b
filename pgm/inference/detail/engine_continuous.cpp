#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/inference/detail/continuous/moment_recursion.hpp>
#include <pgm/inference/detail/continuous/regressed_piece.hpp>
#include <pgm/inference/detail/engine_implementation.hpp>
#include <pgm/inference/detail/target_check.hpp>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

// What an engine says of continuous variables.

namespace pgm::detail {
namespace {

Selection selection_of(const ConditionalGaussians::Piece& piece, double log_probability) {
    const NormalBox& box = piece.box->box();
    const std::size_t size = box.size() + 1;
    Selection selection{.means = {piece.targets.front().mean},
                        .covariances = std::vector<double>(size * size),
                        .intervals = box.intervals,
                        .noises = {},
                        .log_probability = log_probability};
    if (!box.blurred.empty()) selection.noises.resize(box.size());
    for (const NormalBox::Blurred& known : box.blurred) {
        selection.intervals[known.variable] = known.interval;
        selection.noises[known.variable] = known.noise;
    }
    selection.means.insert(selection.means.end(), box.means.begin(), box.means.end());
    selection.covariances[0] = piece.targets.front().deviations.squaredNorm();
    for (std::size_t k = 1; k < size; ++k) {
        selection.covariances[k] = selection.covariances[k * size] = piece.covariance(0, k - 1);
        for (std::size_t l = 1; l < size; ++l)
            selection.covariances[k * size + l] =
                box.covariance(static_cast<Eigen::Index>(k - 1), static_cast<Eigen::Index>(l - 1));
    }
    return selection;
}

[[noreturn]] void refuse_part_of_uniform(const BayesianNetwork& network, VariableId target) {
    throw ArgumentError("the distribution of " + in_quotes(network.variable(target).name()) +
                            ", a kernel density of tophats, is not known inside of intervals",
                        "estimate the density with Gaussian kernels");
}

[[noreturn]] void refuse_function(const BayesianNetwork& network, VariableId target) {
    throw ArgumentError("the distribution of " + in_quotes(network.variable(target).name()) +
                            ", a function, is no mixture of normal distributions",
                        "ask for its mean, its standard deviation or the probability of an "
                        "interval, or give a value for it");
}

}  // namespace

/// P(configuration | e) of the pieces.
JointPosterior EngineImplementation::weights(const ConditionalGaussians& pieces,
                                             const Evidence& evidence,
                                             WorkspaceState& state) const {
    if (pieces.scope().size() > 0) return joint(pieces.scope().variables(), evidence, state);
    JointPosterior certain;
    certain.table = Table(Scope(), std::vector<double>{1});
    certain.log_evidence = log_evidence(evidence, state);
    if (certain.log_evidence == -infinity) certain.status = PosteriorStatus::impossible;
    return certain;
}

ContinuousPosterior EngineImplementation::continuous_marginal(VariableId target,
                                                              const Evidence& evidence,
                                                              WorkspaceState& state) const {
    check_continuous_targets(network, {&target, 1});
    const CheckedEvidence checked(evidence, network);
    ConditionalGaussians pieces(network, {&target, 1}, checked, options.max_mixture_components);
    const JointPosterior known = weights(pieces, evidence, state);
    if (known.status == PosteriorStatus::impossible) return ContinuousPosterior(target);
    const std::vector<DensityComponent> own = kernels(network.cpd(target), 0);
    const DensityComponent::Shape shape =
        own.empty() ? DensityComponent::Shape::normal : own.front().shape;
    std::vector<DensityComponent> components;
    std::vector<Selection> selections;
    pieces.for_each(known.table.values(), [&](const ConditionalGaussians::Piece& piece) {
        if (piece.density != nullptr) refuse_function(network, target);
        const GaussianIntegral::Conditional& conditional = piece.targets.front();
        components.push_back({piece.weight, conditional.mean, conditional.sd(), shape});
        if (piece.box == nullptr) return;
        if (shape == DensityComponent::Shape::uniform) refuse_part_of_uniform(network, target);
        const Regressed regressed(piece);
        components.back().shape = DensityComponent::Shape::selected;
        components.back().mean = regressed.means(0);
        components.back().sd = std::sqrt(std::max(regressed.covariance(0, 0), 0.0));
        selections.push_back(selection_of(piece, regressed.log_probability));
    });
    return ContinuousPosterior(target, std::move(components), std::move(selections),
                               known.log_evidence);
}

ContinuousMoments EngineImplementation::moments(std::span<const VariableId> targets,
                                                const Evidence& evidence,
                                                WorkspaceState& state) const {
    check_continuous_targets(network, targets);
    try {
        return moments_of_pieces(targets, evidence, state);
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
    const CheckedEvidence checked(evidence, network);
    const auto joint_of = [&](std::span<const VariableId> variables) {
        return joint(variables, evidence, state).table;
    };
    MomentRecursion recursion(network, checked, joint_of, options.max_mixture_components);
    for (const VariableId target : targets) moments.means.push_back(recursion.mean(target));
    for (const VariableId a : targets)
        for (const VariableId b : targets)
            moments.covariances.push_back(recursion.covariance(a, b));
    return moments;
}

ContinuousMoments EngineImplementation::moments_of_pieces(std::span<const VariableId> targets,
                                                          const Evidence& evidence,
                                                          WorkspaceState& state) const {
    const CheckedEvidence checked(evidence, network);
    ConditionalGaussians pieces(network, targets, checked, options.max_mixture_components);
    const JointPosterior known = weights(pieces, evidence, state);
    ContinuousMoments moments{.status = known.status,
                              .log_evidence = known.log_evidence,
                              .variables = {targets.begin(), targets.end()}};
    if (known.status == PosteriorStatus::impossible) return moments;
    const auto size = static_cast<Eigen::Index>(targets.size());
    Eigen::VectorXd means = Eigen::VectorXd::Zero(size);
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(size, size);
    pieces.for_each(known.table.values(), [&](const ConditionalGaussians::Piece& piece) {
        means += piece.weight * Regressed(piece).means;
    });
    pieces.for_each(known.table.values(), [&](const ConditionalGaussians::Piece& piece) {
        const Regressed regressed(piece);
        const Eigen::VectorXd distance = regressed.means - means;
        covariance += piece.weight * (regressed.covariance + distance * distance.transpose());
    });
    moments.means.assign(means.begin(), means.end());
    moments.covariances.assign(covariance.reshaped().begin(), covariance.reshaped().end());
    return moments;
}

}  // namespace pgm::detail
