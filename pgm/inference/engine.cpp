#include <pgm/inference/engine.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/inference/detail/batch_engine.hpp>
#include <pgm/inference/detail/engine_implementation.hpp>
#include <pgm/inference/detail/mixture/mixture_engine.hpp>

namespace pgm {

using namespace detail;

InferenceEngine::InferenceEngine(Model model, EngineOptions options)
    : model_(std::move(model)), options_(options) {
    if (model_.is_mixture())
        mixture_ = std::make_unique<MixtureEngine>(model_, options);
    else
        single_ = std::make_unique<EngineImplementation>(model_.network(), options);
}
InferenceEngine::~InferenceEngine() = default;
InferenceEngine::InferenceEngine(InferenceEngine&&) noexcept = default;
InferenceEngine& InferenceEngine::operator=(InferenceEngine&&) noexcept = default;

const EngineImplementation& InferenceEngine::of_one_network(const char* what) const {
    if (single_) return *single_;
    throw ArgumentError(
        "a mixture of " + std::to_string(model_.members().size()) + " networks has " + what,
        "make an engine of one of its members");
}

const BayesianNetwork& InferenceEngine::only_network() const {
    return of_one_network("a graph and tables for each of them").network;
}

InferenceEngine InferenceEngine::extended(const NetworkExtension& extension) const {
    if (single_) return InferenceEngine(extension(network()), options_);
    std::vector<WeightedNetwork> members;
    for (const WeightedNetwork& member : model_.members())
        members.push_back({extension(member.network), member.weight, member.super_parent});
    return InferenceEngine(Model(std::move(members)), options_);
}

Posterior InferenceEngine::marginals(const Evidence& evidence) const {
    Workspace workspace;
    marginals(evidence, workspace);
    return std::move(workspace.state_->posterior);
}

Posterior InferenceEngine::marginals(std::span<const VariableId> targets,
                                     const Evidence& evidence) const {
    Workspace workspace;
    marginals(targets, evidence, workspace);
    return std::move(workspace.state_->posterior);
}

const Posterior& InferenceEngine::marginals(const Evidence& evidence, Workspace& workspace) const {
    return mixture_ ? mixture_->marginals(std::nullopt, evidence, *workspace.state_)
                    : single_->marginals(std::nullopt, evidence, *workspace.state_);
}

const Posterior& InferenceEngine::marginals(std::span<const VariableId> targets,
                                            const Evidence& evidence, Workspace& workspace) const {
    return mixture_ ? mixture_->marginals(targets, evidence, *workspace.state_)
                    : single_->marginals(targets, evidence, *workspace.state_);
}

std::vector<Posterior> InferenceEngine::marginals(std::span<const Evidence> rows,
                                                  std::size_t threads) const {
    std::vector<Posterior> posteriors(rows.size());
    parallel_for(rows.size(), threads, [&](std::size_t begin, std::size_t end) {
        Workspace workspace;
        for (std::size_t row = begin; row < end; ++row)
            posteriors[row] = marginals(rows[row], workspace);
    });
    return posteriors;
}

PlanPrediction InferenceEngine::plan_prediction(const Evidence& evidence) const {
    return of_one_network("a plan for each of them").plan_prediction(evidence);
}

BatchPosterior InferenceEngine::marginals(VariableId target, const EvidenceColumns& rows,
                                          std::size_t threads) const {
    return marginals(target, rows, BatchOptions{.threads = threads});
}

BatchPosterior InferenceEngine::marginals(VariableId target, const EvidenceColumns& rows,
                                          const BatchOptions& options) const {
    return mixture_ ? mixture_->marginals(target, rows, options)
                    : batch_posteriors(*single_, target, rows, options);
}

BatchMarginals InferenceEngine::marginals(const EvidenceColumns& rows, std::size_t threads) const {
    return mixture_ ? mixture_->marginals(rows, threads) : batch_marginals(*single_, rows, threads);
}

const FamilyPosteriors& InferenceEngine::families(const Evidence& evidence,
                                                  Workspace& workspace) const {
    return of_one_network("families in each of them").families(evidence, *workspace.state_);
}

ContinuousPosterior InferenceEngine::continuous_marginal(VariableId target,
                                                         const Evidence& evidence) const {
    Workspace workspace;
    return continuous_marginal(target, evidence, workspace);
}

ContinuousPosterior InferenceEngine::continuous_marginal(VariableId target,
                                                         const Evidence& evidence,
                                                         Workspace& workspace) const {
    return mixture_ ? mixture_->continuous_marginal(target, evidence, *workspace.state_)
                    : single_->continuous_marginal(target, evidence, *workspace.state_);
}

ContinuousBatchPosterior InferenceEngine::continuous_marginals(
    VariableId target, const EvidenceColumns& rows, const ContinuousBatchOptions& options) const {
    const auto ask = [&](const Evidence& evidence, Workspace& workspace) {
        return continuous_marginal(target, evidence, workspace);
    };
    return continuous_batch(network(), single_.get(), ask, target, rows, options);
}

ContinuousMoments InferenceEngine::moments(std::span<const VariableId> targets,
                                           const Evidence& evidence) const {
    Workspace workspace;
    return moments(targets, evidence, workspace);
}

ContinuousMoments InferenceEngine::moments(std::span<const VariableId> targets,
                                           const Evidence& evidence, Workspace& workspace) const {
    return mixture_ ? mixture_->moments(targets, evidence, *workspace.state_)
                    : single_->moments(targets, evidence, *workspace.state_);
}

double InferenceEngine::log_evidence(const Evidence& evidence) const {
    Workspace workspace;
    return log_evidence(evidence, workspace);
}

double InferenceEngine::log_evidence(const Evidence& evidence, Workspace& workspace) const {
    return mixture_ ? mixture_->log_evidence(evidence, *workspace.state_)
                    : single_->log_evidence(evidence, *workspace.state_);
}

JointPosterior InferenceEngine::joint(std::span<const VariableId> targets,
                                      const Evidence& evidence) const {
    Workspace workspace;
    return joint(targets, evidence, workspace);
}

JointPosterior InferenceEngine::joint(std::span<const VariableId> targets, const Evidence& evidence,
                                      Workspace& workspace) const {
    return mixture_ ? mixture_->joint(targets, evidence, *workspace.state_)
                    : single_->joint(targets, evidence, *workspace.state_);
}

Explanation InferenceEngine::most_probable_explanation(const Evidence& evidence) const {
    Workspace workspace;
    most_probable_explanation(evidence, workspace);
    return std::move(workspace.state_->explanation);
}

const Explanation& InferenceEngine::most_probable_explanation(const Evidence& evidence,
                                                              Workspace& workspace) const {
    return mixture_ ? mixture_->explain(std::nullopt, evidence, *workspace.state_)
                    : single_->explain(std::nullopt, evidence, *workspace.state_);
}

Explanation InferenceEngine::most_probable_assignment(std::span<const VariableId> targets,
                                                      const Evidence& evidence) const {
    Workspace workspace;
    most_probable_assignment(targets, evidence, workspace);
    return std::move(workspace.state_->explanation);
}

const Explanation& InferenceEngine::most_probable_assignment(std::span<const VariableId> targets,
                                                             const Evidence& evidence,
                                                             Workspace& workspace) const {
    return mixture_ ? mixture_->explain(targets, evidence, *workspace.state_)
                    : single_->explain(targets, evidence, *workspace.state_);
}

}  // namespace pgm
