#pragma once

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/detail/lanes/block_density.hpp>
#include <pgm/inference/detail/plan/planner.hpp>
#include <pgm/inference/engine.hpp>

namespace pgm::detail {

/// Room for so many numbers, not initialised. Throws TooLargeError when no memory can have it.
RowsByStates rows_by_states(std::size_t rows, std::size_t states);

/// InferenceEngine::marginals(), for an engine with this planner, in whose network `densities`
/// stand for measured values.
BatchPosterior batch_posteriors(const InferenceEngine& engine, const Planner& planner,
                                const BlockDensitySource& densities, VariableId target,
                                const EvidenceColumns& columns, const BatchOptions& options);

/// InferenceEngine::marginals(), likewise.
BatchMarginals batch_marginals(const InferenceEngine& engine, const Planner& planner,
                               const BlockDensitySource& densities, const EvidenceColumns& columns,
                               std::size_t threads);

}  // namespace pgm::detail
