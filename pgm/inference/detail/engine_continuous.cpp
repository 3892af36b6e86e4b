#include <pgm/inference/detail/engine_implementation.hpp>
#include <pgm/inference/detail/target_check.hpp>

// What an engine says of continuous variables.

namespace pgm::detail {
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
    pieces.for_each(known.table.values(), [&](const ConditionalGaussians::Piece& piece) {
        const GaussianIntegral::Conditional& conditional = piece.targets.front();
        components.push_back({piece.weight, conditional.mean, conditional.sd(), shape});
    });
    return ContinuousPosterior(target, std::move(components), known.log_evidence);
}

ContinuousMoments EngineImplementation::moments(std::span<const VariableId> targets,
                                                const Evidence& evidence,
                                                WorkspaceState& state) const {
    check_continuous_targets(network, targets);
    const CheckedEvidence checked(evidence, network);
    ConditionalGaussians pieces(network, targets, checked, options.max_mixture_components);
    const JointPosterior known = weights(pieces, evidence, state);
    ContinuousMoments moments{.status = known.status,
                              .log_evidence = known.log_evidence,
                              .variables = {targets.begin(), targets.end()}};
    if (known.status == PosteriorStatus::impossible) return moments;
    const std::size_t size = targets.size();
    std::vector<double>& means = moments.means;
    means.assign(size, 0.0);
    pieces.for_each(known.table.values(), [&](const ConditionalGaussians::Piece& piece) {
        for (std::size_t i = 0; i < size; ++i) means[i] += piece.weight * piece.targets[i].mean;
    });
    moments.covariances.assign(size * size, 0.0);
    pieces.for_each(known.table.values(), [&](const ConditionalGaussians::Piece& piece) {
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t j = 0; j < size; ++j) {
                const auto &a = piece.targets[i], &b = piece.targets[j];
                moments.covariances[i * size + j] +=
                    piece.weight *
                    (a.deviations.dot(b.deviations) + (a.mean - means[i]) * (b.mean - means[j]));
            }
        }
    });
    return moments;
}

}  // namespace pgm::detail
