#pragma once

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/detail/engine_implementation.hpp>
#include <pgm/inference/evidence_columns.hpp>

namespace pgm::detail {

/// Room for so many numbers, not initialised. Throws TooLargeError when no memory can have it.
RowsByStates rows_by_states(std::size_t rows, std::size_t states);

/// InferenceEngine::marginals() of a table of findings, for one target and for all.
BatchPosterior batch_posteriors(const EngineImplementation& engine, VariableId target,
                                const EvidenceColumns& columns, const BatchOptions& options);
BatchMarginals batch_marginals(const EngineImplementation& engine, const EvidenceColumns& columns,
                               std::size_t threads);

}  // namespace pgm::detail
