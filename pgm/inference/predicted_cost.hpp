#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace pgm {

/// The cost of a run, known before it.
struct PlanCost {
    double multiplications = 0;
    std::size_t instructions = 0;
    /// Tables that are read again for every evidence, slices of those whose parents or variable
    /// were observed, and how many cells that makes.
    std::size_t tables_loaded = 0;
    double cells_loaded = 0;
    std::size_t arena_bytes = 0;
    double largest_clique_cells = 0;
};

/// The kinds of plan that compete for a question (planner.hpp).
enum class PlanKind : std::uint8_t {
    full,  ///< of the network, for any evidence; compiled once
    /// Plan for what is observed, whatever the values; kept for questions that observe the same.
    observed,
    evidence,  ///< for this very evidence, without the states that it rules out
    joint,     ///< none: the joint table of a small network, summed up (joint_table.hpp)
};

/// The graph of contractions by which a plan computes posteriors: which tables are read, what is
/// multiplied with what, where each variable is summed out. For people and programs to look at; it
/// names variables, not memory, and has no numbers in it.
///
/// Values are numbered from 0 on, first the tables, then the contractions, each of which multiplies
/// values that come before it and keeps the axes in its scope.
struct PlanGraph {
    /// A table of the network, or the slice of it that agrees with what is observed.
    struct Table {
        /// The variable whose distribution it is; null for densities of observed values.
        std::optional<VariableId> variable;
        std::vector<VariableId> scope;          ///< its axes; none for a single number
        std::vector<VariableId> evidence_axes;  ///< members of the family that are observed
    };
    struct Contraction {
        std::vector<std::size_t> operands;  ///< one or two
        std::vector<VariableId> scope;
        std::vector<VariableId> summed_out;
    };

    std::vector<Table> tables;
    std::vector<Contraction> contractions;
    /// Values whose product is P(e), which is 1 if there are none.
    std::vector<std::size_t> evidence;
    /// Variables with the value that is P(X, e).
    std::vector<std::pair<VariableId, std::size_t>> marginals;
};

/// The predicted cost of a question, and why it is answered the way it is: the answer of
/// InferenceEngine::predicted_cost(). Where PlanCost is what one plan announces, this compares the
/// plans that could have been taken. Seconds are those of the engine's cost model, on the machine
/// that it was calibrated on; docs/performance.md compares them with measurements.
struct PredictedCost {
    struct Candidate {
        PlanKind kind;
        double compile_seconds;
        double run_seconds;
        double largest_clique_cells;
        std::vector<VariableId> largest_clique;
    };

    /// True if evidence of probability zero is found before any plan is made; everything else is
    /// empty.
    bool impossible = false;
    /// Plans that could answer the question; `taken` is an index into them.
    std::vector<Candidate> candidates;
    std::size_t taken = 0;
    /// Cost of the plan that is taken, which exists by now, and what its run takes to the best of
    /// our knowledge.
    PlanCost cost;
    double run_seconds = 0;
    std::optional<PlanGraph> graph;  ///< of the plan that is taken; a joint table has none
};

}  // namespace pgm
