#pragma once

#include <pgm/inference/detail/contraction/contraction.hpp>
#include <pgm/inference/detail/cost/task.hpp>
#include <pgm/inference/detail/graph/contraction_graph.hpp>
#include <pgm/inference/predicted_cost.hpp>

#include <cstdint>
#include <vector>

namespace pgm::detail {

/// A table of the network on its way into the arena. A leaf without axes is a single number and
/// does not enter the arena.
struct Leaf : LeafTable {
    std::uint32_t cell;  ///< of the arena
    /// Into Plan::cell_offsets, where the leaf is loaded for every evidence again and small.
    std::uint32_t first_cell_offset;
};

/// A variable whose posterior comes out of the plan.
struct MarginalOutput {
    VariableId variable;
    std::uint32_t cell;         ///< of the arena: one number per state that is kept, not normalised
    std::uint32_t first_state;  ///< into Plan::kept_states
    std::uint32_t states;
};

/// A family whose posterior comes out of the plan, not normalised: the cells of a leaf.
struct FamilyOutput {
    std::uint32_t leaf;
    std::uint32_t cell;          ///< of the arena
    std::uint32_t first_offset;  ///< into Plan::cell_offsets: where each cell is in its table
};

/// One step of reading off a maximising assignment: after the variables of `scope` are known, the
/// best states of the reduced ones are found by multiplying out the two operands again.
struct MaximumStep {
    struct OperandAxis {
        std::uint32_t local;  ///< which variable of the plan
        std::uint32_t extent;
        std::uint32_t a, b;  ///< strides in the operands
    };
    std::uint32_t a, b;        ///< first cells of the operands
    std::uint32_t first_axis;  ///< into Plan::maximum_axes
    /// So many axes whose states are known, then so many to be chosen.
    std::uint32_t given, reduced;
};

/// A compiled question: a ContractionGraph with a place in one arena for every value, and a kernel
/// for every node. Immutable, shared between threads, independent of the values observed.
/// Everything in it is a flat list; running it touches no other structure (plan_run.hpp).
struct Plan : TableReading {
    PlanCost cost;
    std::uint32_t arena_cells = 0;

    std::vector<Leaf> leaves;
    std::vector<std::uint32_t> leaf_of;       ///< per variable of the network, or `none`
    std::vector<std::uint32_t> cell_offsets;  ///< per cell of a leaf, instead of per axis

    std::vector<Contraction> contractions;
    std::size_t forward =
        0;  ///< the first so many give P(e); the rest derivatives and marginals, or maxima
    ContractionParts parts;

    /// Cells whose product is P(e), but for the scalars and exponents.
    std::vector<std::uint32_t> roots;
    std::vector<MarginalOutput> marginals;
    std::vector<FamilyOutput> families;  ///< of Task::families, by leaf

    // Task::joint and Task::maximum: the variables of the plan that are kept or maximised, with the
    // states they can have.
    struct Kept {
        VariableId variable;
        std::uint32_t first_state;  ///< into kept_states
        std::uint32_t states;
    };
    /// Axes of the joint table in the arena, the last fastest; for a maximum all variables of the
    /// plan that are maximised.
    std::vector<Kept> kept;
    std::uint32_t joint_cell = 0;
    /// Cells whose product is the maximum, as that of `roots` is P(e); none where nothing is left
    /// to choose.
    std::vector<std::uint32_t> maximum_roots;
    std::vector<MaximumStep> maximum_steps;  ///< last first
    std::vector<MaximumStep::OperandAxis> maximum_axes;
};

}  // namespace pgm::detail
