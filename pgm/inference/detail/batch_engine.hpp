#pragma once

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/detail/engine_implementation.hpp>
#include <pgm/inference/evidence_columns.hpp>
#include <pgm/inference/workspace.hpp>

#include <functional>
#include <span>
#include <vector>

namespace pgm::detail {

/// Room for the answers about these discrete variables. Throws TooLargeError when no memory can
/// have it.
BatchPosterior room_for(std::size_t rows, const BayesianNetwork& network,
                        std::span<const VariableId> variables, bool log_probabilities = false);

/// Writes the answer to one row, without log_probabilities.
void write_row(BatchPosterior& batch, std::size_t row, const Posterior& posterior);

/// InferenceEngine::marginals() of a table of findings, for one target and for all.
BatchPosterior batch_posteriors(const EngineImplementation& engine, VariableId target,
                                const EvidenceColumns& columns, const BatchOptions& options);
BatchPosterior batch_posteriors(const EngineImplementation& engine, const EvidenceColumns& columns,
                                std::size_t threads);

/// InferenceEngine::density() of one row.
using ContinuousQuestion =
    std::function<ContinuousPosterior(VariableId target, const Evidence&, Workspace&)>;
/// InferenceEngine::densities() of some variables. `single` is the engine of a model of one
/// network, or null; `ask` answers the rows that regressions do not.
std::vector<ContinuousBatchPosterior> continuous_batch(const BayesianNetwork& network,
                                                       const EngineImplementation* single,
                                                       const ContinuousQuestion& ask,
                                                       std::span<const VariableId> targets,
                                                       const EvidenceColumns& columns,
                                                       const BatchOptions& options);

}  // namespace pgm::detail
