#include <pgm/inference/engine.hpp>

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
    throw several_networks(model_, what);
}

const BayesianNetwork& InferenceEngine::only_network() const {
    return of_one_network("a graph and tables for each of them").network;
}

SolverAnswer InferenceEngine::ask(const Question& question, Workspace& workspace) const {
    return single_ ? single_->ask(question, *workspace.state_)
                   : mixture_->ask(question, *workspace.state_);
}

std::unique_ptr<const Solver> InferenceEngine::extended(const NetworkExtension& extension) const {
    std::vector<WeightedNetwork> members;
    for (const WeightedNetwork& member : model_.members())
        members.push_back({extension(member.network), member.weight, member.super_parent});
    return std::make_unique<const InferenceEngine>(Model(std::move(members)), options_);
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

PredictedCost InferenceEngine::predicted_cost(const Evidence& evidence) const {
    return of_one_network("a plan for each of them").predicted_cost(evidence);
}

BatchPosterior InferenceEngine::marginals(VariableId target, const EvidenceColumns& rows,
                                          const BatchOptions& options) const {
    return mixture_ ? mixture_->marginals(target, rows, options)
                    : batch_posteriors(*single_, target, rows, options);
}

BatchPosterior InferenceEngine::marginals(const EvidenceColumns& rows,
                                          const BatchOptions& options) const {
    return mixture_ ? mixture_->marginals(rows, options.threads)
                    : batch_posteriors(*single_, rows, options.threads);
}

ContinuousBatchPosterior InferenceEngine::densities(VariableId target, const EvidenceColumns& rows,
                                                    const BatchOptions& options) const {
    return std::move(densities(std::span(&target, 1), rows, options).front());
}

std::vector<ContinuousBatchPosterior> InferenceEngine::densities(
    std::span<const VariableId> targets, const EvidenceColumns& rows,
    const BatchOptions& options) const {
    const auto ask = [&](VariableId target, const Evidence& evidence, Workspace& workspace) {
        return density(target, evidence, workspace);
    };
    return continuous_batch(network(), single_.get(), ask, targets, rows, options);
}

}  // namespace pgm
