#pragma once

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>

namespace pgm::detail {

/// InferenceEngine::continuous_marginals(); `single` is the engine of a model of one network.
ContinuousBatchPosterior continuous_batch(const InferenceEngine& engine,
                                          const EngineImplementation* single, VariableId target,
                                          const EvidenceColumns& columns,
                                          const ContinuousBatchOptions& options);

}  // namespace pgm::detail
