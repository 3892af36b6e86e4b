#pragma once

#include <pgm/inference/detail/contraction/scope_pool.hpp>
#include <pgm/inference/detail/graph/plan_request.hpp>
#include <pgm/inference/detail/order/elimination_order.hpp>
#include <pgm/inference/detail/order/interaction_graph.hpp>

#include <vector>

namespace pgm::detail {

/// The first, cheap stage of compiling: which variables are left, which tables matter, in which
/// order to eliminate, and what that will cost. Enough to choose between plans, without having
/// built one.
struct PlanSketch {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Family {
        VariableId variable;
        PlanScope scope;  ///< of the members that are left
        bool sums_to_one =
            /// Over its variable, whatever its parents are; a variable with one state left is as
            /// good as summed over.
            false;
    };

    explicit PlanSketch(std::pmr::memory_resource* memory)
        : variables(memory),
          cardinalities(memory),
          first_state(memory),
          position(memory),
          fixed_state(memory),
          families(memory),
          scopes(memory) {}

    // By position, the first eliminated first; kept or maximised variables come last.
    std::pmr::vector<VariableId> variables;
    std::pmr::vector<std::uint32_t> cardinalities;  ///< number of states kept
    std::pmr::vector<std::uint32_t> first_state;    ///< into kept_states

    // By variable of the network.
    std::pmr::vector<std::uint32_t> position;  ///< or none
    /// The state of a variable whose domain has shrunk to one, or none.
    std::pmr::vector<std::uint32_t> fixed_state;

    std::vector<std::uint32_t> kept_states;
    std::pmr::vector<Family> families;  ///< the tables that matter, by variable
    ScopePool scopes;                   ///< where their scopes lie
    std::uint32_t eliminated = 0;       ///< positions below are eliminated
    std::uint32_t first_maximised =
        0;  ///< positions from here on are maximised (where eliminated at all)

    double clique_cells = 0;  ///< sum over the eliminations: proportional to the time of a run
    double largest_clique_cells = 0;
    std::vector<VariableId> largest_clique;
    bool is_cut_short = false;  ///< both numbers are lower bounds (EliminationOrder::is_cut_short)

    // Predicted by the cost model (cost_model.hpp).
    double run_seconds = 0;
    double first_run_seconds =
        0;  ///< with the first order that was tried: what choices between plans go by
    double compile_seconds = 0;  ///< with one order tried
    double search_seconds = 0;   ///< of trying others

    /// Than this share of what a plan takes to compile.
    bool runs_longer(double share) const { return first_run_seconds > share * compile_seconds; }
};

/// How hard to look for an order: as hard as pays for a plan that is going to be used, or not where
/// it would run longer than it takes to compile, for then another kind of plan is taken
/// (planner.hpp).
enum class SketchEffort { full, unless_run_is_long };

PlanSketch sketch_plan(const BayesianNetwork& network, const PlanRequest& request,
                       SketchEffort effort = SketchEffort::full,
                       std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}  // namespace pgm::detail
