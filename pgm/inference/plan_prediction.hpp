#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/inference/plan_cost.hpp>

#include <cstdint>
#include <vector>

namespace pgm {

/// The kinds of plan that compete for a question (planner.hpp).
enum class PlanKind : std::uint8_t {
    full,  ///< of the network, for any evidence; compiled once
    /// For what is observed, whatever the values; kept for questions that observe the same.
    observed,
    evidence,  ///< for this very evidence, without the states that it rules out
    joint,     ///< none: the joint table of a small network, summed up (joint_table.hpp)
};

/// What a question will cost, and why it is answered the way it is: the answer of
/// InferenceEngine::predict(). Where PlanCost is what one plan announces, this compares the plans
/// that could have been taken. Seconds are those of the engine's cost model, on the machine that it
/// was calibrated on; docs/performance.md tells how well they hold.
struct PlanPrediction {
    struct Candidate {
        PlanKind kind;
        double compile_seconds;
        double run_seconds;
        double largest_clique_cells;
        std::vector<VariableId> largest_clique;
    };

    /// The evidence is seen to have probability zero before any plan is made; everything else is
    /// empty.
    bool impossible = false;
    /// Those that could answer the question; `taken` is an index into them.
    std::vector<Candidate> candidates;
    std::size_t taken = 0;
    /// Of the plan that is taken, which exists by now, and what its run takes to the best of our
    /// knowledge.
    PlanCost cost;
    double run_seconds = 0;
};

}  // namespace pgm
