#pragma once

#include <pgm/inference/engine.hpp>

#include <tuple>
#include <utility>

namespace pgm::tests {

/// The same engine without memory: every question is compiled afresh.
struct EngineWithoutPlanCache : InferenceEngine {
    explicit EngineWithoutPlanCache(BayesianNetwork network)
        : InferenceEngine(std::move(network), EngineOptions{.max_arena_bytes = std::size_t{8} << 30, .cached_plans = 0}) {}
};

/// Every exact engine of the library: one line puts a new one under all the contracts of this folder. It needs a constructor from
/// a network and the questions of InferenceEngine.
using Engines = std::tuple<InferenceEngine,          //
                           EngineWithoutPlanCache>;  //

}  // namespace pgm::tests
