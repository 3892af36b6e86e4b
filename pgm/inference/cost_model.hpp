#pragma once

#include <pgm/inference/plan.hpp>

namespace pgm {

/// What plans cost in seconds, predicted: the numbers by which the Planner chooses between plans, all in one place, and shown by `pgm info --plan`.
///
/// The constants were estimated from runs of eight networks on one core of a busy server with AVX-512 and may be wrong by a factor of two either way; what an
/// error has in common for runs and compilations cancels in every comparison. Nothing here looks at a clock: the same question is answered by the same plan, with the same bits, at any time.
namespace cost_model {

/// One multiplication of a contraction, and what an instruction costs beside its multiplications.
inline constexpr double seconds_per_multiplication = 0.42e-9;
inline constexpr double seconds_per_instruction = 28e-9;
/// Before there are instructions: multiplications per cell of the cliques, and instructions per table, of a pass forward or back.
inline constexpr double multiplications_per_cell = 1.0;
inline constexpr double instructions_per_table = 1.1;
/// Compiling, per table of the plan: sketch, contraction tree and loading of its leaf; and per instruction.
inline constexpr double compile_seconds_per_table = 0.85e-6;
inline constexpr double compile_seconds_per_instruction = 0.34e-6;
/// One step of a search for an elimination order (GreedyElimination::steps), and the share of the predicted run that another try may cost.
inline constexpr double seconds_per_order_step = 25e-9;
inline constexpr double share_for_another_try = 0.02;
/// A plan for many rows must be predicted to run at most this long, or each row gets a plan of its own.
inline constexpr double longest_run_per_row_seconds = 840e-6;

/// Forward only, forward by sums and by maxima, or there and back: how often the cliques are gone through.
constexpr double passes(Task task) {
    return task == Task::marginals ? 2.6 : task == Task::maximum ? 2 : 1;
}

/// Networks of at most so many cells, rows of joint_table.hpp filled up, are answered from their joint table: beyond, a plan is about as fast. What that takes: per question, per cell, and
/// per cell to make the table.
inline constexpr std::size_t most_joint_cells = 512;
inline constexpr double joint_seconds = 60e-9, joint_seconds_per_cell = 0.3e-9, joint_seconds_per_cell_made = 5e-9;

/// From what is known of a plan before it is made.
constexpr double run_seconds(double clique_cells, double tables, Task task) {
    return passes(task) *
           (multiplications_per_cell * seconds_per_multiplication * clique_cells + instructions_per_table * seconds_per_instruction * tables);
}
constexpr double compile_seconds(double tables, Task task) {
    return tables * (compile_seconds_per_table + compile_seconds_per_instruction * passes(task) * instructions_per_table);
}

/// From the plan itself.
inline double run_seconds(const PlanCost& cost) {
    return seconds_per_multiplication * cost.multiplications + seconds_per_instruction * static_cast<double>(cost.instructions);
}

}  // namespace cost_model
}  // namespace pgm
