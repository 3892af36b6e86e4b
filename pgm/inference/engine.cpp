#include <pgm/inference/engine.hpp>

#include <pgm/core/parallel.hpp>
#include <pgm/inference/detail/batch_engine.hpp>
#include <pgm/inference/detail/engine_implementation.hpp>

namespace pgm {

using namespace detail;

InferenceEngine::InferenceEngine(BayesianNetwork network, EngineOptions options)
    : implementation_(std::make_unique<EngineImplementation>(std::move(network), options)) {}
InferenceEngine::~InferenceEngine() = default;
InferenceEngine::InferenceEngine(InferenceEngine&&) noexcept = default;
InferenceEngine& InferenceEngine::operator=(InferenceEngine&&) noexcept = default;

const BayesianNetwork& InferenceEngine::network() const {
    return implementation_->network;
}
const EngineOptions& InferenceEngine::options() const {
    return implementation_->options;
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
    return implementation_->marginals(std::nullopt, evidence, *workspace.state_);
}

const Posterior& InferenceEngine::marginals(std::span<const VariableId> targets,
                                            const Evidence& evidence, Workspace& workspace) const {
    return implementation_->marginals(targets, evidence, *workspace.state_);
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
    return implementation_->plan_prediction(evidence);
}

BatchPosterior InferenceEngine::marginals(VariableId target, const EvidenceColumns& rows,
                                          std::size_t threads) const {
    return marginals(target, rows, BatchOptions{.threads = threads});
}

BatchPosterior InferenceEngine::marginals(VariableId target, const EvidenceColumns& rows,
                                          const BatchOptions& options) const {
    return batch_posteriors(*implementation_, target, rows, options);
}

BatchMarginals InferenceEngine::marginals(const EvidenceColumns& rows, std::size_t threads) const {
    return batch_marginals(*implementation_, rows, threads);
}

const FamilyPosteriors& InferenceEngine::families(const Evidence& evidence,
                                                  Workspace& workspace) const {
    return implementation_->families(evidence, *workspace.state_);
}

double InferenceEngine::log_evidence(const Evidence& evidence) const {
    Workspace workspace;
    return log_evidence(evidence, workspace);
}

double InferenceEngine::log_evidence(const Evidence& evidence, Workspace& workspace) const {
    return implementation_->log_evidence(evidence, *workspace.state_);
}

JointPosterior InferenceEngine::joint(std::span<const VariableId> targets,
                                      const Evidence& evidence) const {
    Workspace workspace;
    return joint(targets, evidence, workspace);
}

JointPosterior InferenceEngine::joint(std::span<const VariableId> targets, const Evidence& evidence,
                                      Workspace& workspace) const {
    return implementation_->joint(targets, evidence, *workspace.state_);
}

Explanation InferenceEngine::most_probable_explanation(const Evidence& evidence) const {
    Workspace workspace;
    most_probable_explanation(evidence, workspace);
    return std::move(workspace.state_->explanation);
}

const Explanation& InferenceEngine::most_probable_explanation(const Evidence& evidence,
                                                              Workspace& workspace) const {
    return implementation_->explain(std::nullopt, evidence, *workspace.state_);
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
    return implementation_->explain(targets, evidence, *workspace.state_);
}

}  // namespace pgm
