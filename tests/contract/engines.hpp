#pragma once

#include <pgm/inference/engine.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>

#include <tuple>
#include <utility>

namespace pgm::tests {

/// The same engine without memory: every question is compiled afresh.
struct EngineWithoutPlanCache : InferenceEngine {
    explicit EngineWithoutPlanCache(BayesianNetwork network)
        : InferenceEngine(std::move(network), EngineOptions{.max_arena_bytes = std::size_t{8} << 30,
                                                            .cached_plans = 0}) {}
};

/// Every exact engine of the library: one line puts a new one under all the contracts of this
/// folder. It needs a constructor from a network and the questions of InferenceEngine.
using Engines = std::tuple<InferenceEngine,          //
                           EngineWithoutPlanCache>;  //

/// Calls check.operator()<Engine>() for one after the other; a failure says for which, counted from
/// 1 in the list above.
template <class Check>
void for_every_engine(Check&& check) {
    const auto numbered = [&]<class Engine>(std::size_t number) {
        INFO("engine " << number << " of tests/contract/engines.hpp");
        check.template operator()<Engine>();
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (numbered.template operator()<std::tuple_element_t<i, Engines>>(i + 1), ...);
    }
    (std::make_index_sequence<std::tuple_size_v<Engines>>());
}

/// Calls ask(engine, complaints) for one after the other, so that the oracle, which takes longest,
/// is asked once for all of them.
template <class Ask>
void ask_every_engine(const Engines& engines, Complaints& complaints, const Ask& ask) {
    std::size_t number = 0;
    const auto ask_one = [&](const auto& engine) {
        Complaints of_engine("engine " + std::to_string(++number) +
                             " of tests/contract/engines.hpp: ");
        ask(engine, of_engine);
        for (const std::string& complaint : of_engine.list()) complaints.add(complaint);
    };
    std::apply([&](const auto&... engine) { (ask_one(engine), ...); }, engines);
}

}  // namespace pgm::tests
