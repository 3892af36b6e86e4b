#pragma once

#include <pgm/inference/engine.hpp>
#include <pgm/inference/planner.hpp>

namespace pgm {

/// InferenceEngine::posteriors(), for an engine with this planner.
BatchPosterior batch_posteriors(const InferenceEngine& engine, Planner& planner, VariableId target, const EvidenceColumns& columns,
                                const BatchOptions& options);

}  // namespace pgm
