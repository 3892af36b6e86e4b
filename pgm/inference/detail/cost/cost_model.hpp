#pragma once

#include <pgm/inference/detail/cost/task.hpp>
#include <pgm/inference/plan_cost.hpp>

namespace pgm::detail {

/// What plans cost in seconds, predicted: the numbers by which the Planner chooses between plans,
/// all in one place, and shown by `pgm info --plan`.
///
/// A run takes so long per question, per multiplication and per instruction; a table that is read
/// anew for every evidence counts as an instruction that multiplies each of its cells once:
///
///     run = seconds_per_question
///         + seconds_per_multiplication (multiplications + cells loaded)
///         + seconds_per_instruction (instructions + tables loaded)
///
/// and compiling takes so long per plan, table and instruction. Before a plan is made, its
/// multiplications are taken to be proportional to the cells of the cliques, its instructions to
/// the number of tables, each as often as the cliques are gone through.
///
/// The constants are those that fitted the plans of seventeen networks best on one thread of a
/// server with AVX-512; `scripts/bench --cost-model` fits them anew and tells how well they predict
/// (docs/performance.md). What an error has in common for runs and compilations cancels in every
/// comparison. Nothing here looks at a clock: the same question is answered by the same plan, with
/// the same bits, at any time.
namespace cost_model {

inline constexpr double seconds_per_question = 200e-9;
inline constexpr double seconds_per_multiplication = 0.37e-9;
inline constexpr double seconds_per_instruction = 27e-9;

/// Before there are instructions: multiplications per cell of the cliques, and instructions per
/// table, of a pass forward or back.
inline constexpr double multiplications_per_cell = 1.0;
inline constexpr double instructions_per_table = 1.0;

/// Compiling: sketch, contraction tree and leaf of a table; cutting of an instruction.
inline constexpr double compile_seconds_per_plan = 1.4e-6;
inline constexpr double compile_seconds_per_table = 0.35e-6;
inline constexpr double compile_seconds_per_instruction = 0.6e-6;

/// One step of a search for an elimination order (GreedyElimination::steps), and the share of the
/// predicted run that another try may cost.
inline constexpr double seconds_per_order_step = 25e-9;
inline constexpr double share_for_another_try = 0.02;

/// The plan for any evidence gives way to plans for what is observed when its run takes more than
/// this share of compiling one. Ever new evidence is then answered in about as long as before,
/// evidence that comes back several times faster.
inline constexpr double share_worth_compiling = 0.75;

/// A plan for what is observed gives way to one for this very evidence when its run takes more than
/// this share of compiling another. Values that never come back cost twice as much then, at worst;
/// those that do, whose plan is kept, cost several times less.
inline constexpr double share_worth_propagating = 0.5;

/// A plan for many rows must be predicted to run at most this long, or each row gets a plan of its
/// own.
inline constexpr double longest_run_per_row_seconds = 840e-6;

/// Networks of at most so many cells, rows of joint_table.hpp filled up, are answered from their
/// joint table: beyond, a plan is about as fast. What that takes: per question, per cell, and per
/// cell to make the table.
inline constexpr std::size_t most_joint_cells = 512;
inline constexpr double joint_seconds = 60e-9, joint_seconds_per_cell = 0.3e-9,
                        joint_seconds_per_cell_made = 5e-9;

/// Forward only, forward by sums and by maxima, or there and back: how often the cliques are gone
/// through.
constexpr double passes(Task task) {
    return task == Task::marginals ? 2.6 : task == Task::maximum ? 2 : 1;
}

// From what is known of a plan before it is made.

constexpr double run_seconds_per_cell(Task task) {
    return passes(task) * multiplications_per_cell * seconds_per_multiplication;
}
constexpr double run_seconds(double clique_cells, double tables, double tables_loaded, Task task) {
    const double instructions = passes(task) * instructions_per_table * tables;
    return seconds_per_question + run_seconds_per_cell(task) * clique_cells +
           seconds_per_instruction * (instructions + tables_loaded);
}
constexpr double compile_seconds(double tables, Task task) {
    return compile_seconds_per_plan +
           tables * (compile_seconds_per_table +
                     compile_seconds_per_instruction * passes(task) * instructions_per_table);
}

/// From the plan itself.
inline double run_seconds(const PlanCost& cost) {
    return seconds_per_question +
           seconds_per_multiplication * (cost.multiplications + cost.cells_loaded) +
           seconds_per_instruction * static_cast<double>(cost.instructions + cost.tables_loaded);
}

}  // namespace cost_model
}  // namespace pgm::detail
