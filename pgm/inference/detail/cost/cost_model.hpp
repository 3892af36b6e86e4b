#pragma once

#include <pgm/inference/detail/cost/task.hpp>
#include <pgm/inference/predicted_cost.hpp>

#include <cstddef>
#include <cstdint>

namespace pgm::detail {

/// The predicted cost of plans in seconds: the numbers by which the Planner chooses between plans,
/// and shown by `pgm info --plan`; and every other constant of planning and of the kernels that was
/// found by measuring.
///
/// A run takes so long per question, per multiplication and per instruction; a table that is read
/// again for every evidence counts as an instruction that multiplies each of its cells once:
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
/// server with AVX-512; `scripts/bench --cost-model` fits them again and tells how well they
/// predict (docs/performance.md). What an error has in common for runs and compilations cancels in
/// every comparison. Nothing here looks at a clock: the same question is answered by the same plan,
/// with the same bits, at any time.
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

/// In a network with hidden variables (expanded_network.hpp) a plan for all marginals that is
/// predicted to run longer gives way to several, each for some of them: about as long as two of
/// those take to compile.
inline constexpr double longest_run_of_all_seconds = 2e-3;

/// Networks of at most so many cells, rows of joint_table.hpp filled up, are answered from their
/// joint table: beyond, a plan is about as fast. What that takes: per question, per cell, and per
/// cell to make the table.
inline constexpr std::size_t most_joint_cells = 512;
inline constexpr double joint_seconds = 60e-9, joint_seconds_per_cell = 0.3e-9,
                        joint_seconds_per_cell_made = 5e-9;

/// Forward only, forward by sums and by maxima, or there and back: how often the cliques are gone
/// through. There and back to all variables for all posteriors, to a share of them for some.
constexpr double passes(Task task, double share_asked = 1) {
    switch (task) {
        case Task::marginals:
            return 1 + 1.6 * share_asked;
        case Task::families:
            return 3;
        case Task::maximum:
            return 2;
        default:
            return 1;
    }
}

// From what is known of a plan before it is made.

constexpr double run_seconds_per_cell(double passes) {
    return passes * multiplications_per_cell * seconds_per_multiplication;
}
constexpr double run_seconds(double clique_cells, double tables, double tables_loaded,
                             double passes) {
    const double instructions = passes * instructions_per_table * tables;
    return seconds_per_question + run_seconds_per_cell(passes) * clique_cells +
           seconds_per_instruction * (instructions + tables_loaded);
}
constexpr double compile_seconds(double tables, double passes) {
    return compile_seconds_per_plan +
           tables * (compile_seconds_per_table +
                     compile_seconds_per_instruction * passes * instructions_per_table);
}

/// The predicted time of a run, from the plan itself.
inline double run_seconds(const PlanCost& cost) {
    return seconds_per_question +
           seconds_per_multiplication * (cost.multiplications + cost.cells_loaded) +
           seconds_per_instruction * static_cast<double>(cost.instructions + cost.tables_loaded);
}

// Searching an order of elimination.

inline constexpr int most_order_tries = 20;
/// So many random tries without success in a row, and the search is over.
inline constexpr int most_failed_tries = 8;
/// Beyond so many vertices neighbours are lists instead of a matrix of bits, which would take more
/// than two megabytes; and while they are collected, even sooner.
inline constexpr std::size_t most_vertices_in_bits = 4096, most_vertices_joined_in_bits = 2048;
/// The fill of a vertex is counted when its degree has come down to this.
inline constexpr std::size_t most_neighbours_counted = 200;
/// A list of up to so many neighbours is still quicker to move than a tree to search; and of two
/// lists the longer one is read along when it is not so many times as long.
inline constexpr std::size_t longest_list = 1024, much_longer_list = 8;

// Making a plan.

/// Up to so many tables that share a variable, all pairs are compared for which to multiply first.
inline constexpr std::size_t most_operands_compared = 12;
/// Leaves up to this size that every evidence loads again have a list of their cells.
inline constexpr std::uint32_t most_listed_cells = 4096;
/// Cells of an arena below which using them again would only cost compile time.
inline constexpr double small_arena = 16384;
/// Tables that need so many times the memory that there is will not fit by using it again.
inline constexpr double most_reuse = 64;
/// Models without continuous variables that are kept for patterns of hidden ones; when there are
/// more, all are made again.
inline constexpr std::size_t most_hidden_patterns = 64;

// Cutting a contraction (contraction_builder.hpp).

/// A list of tiles longer than this would be read more often than what it describes.
inline constexpr std::uint32_t most_tile_cells = 512, most_steps = 256;
/// Reductions with longer strides are worked off in few steps: each step reads from another page,
/// and many would displace each other.
inline constexpr std::uint32_t long_stride = 512, most_far_steps = 16;
/// From this length on a short innermost reduction is better read in rows than gathered.
inline constexpr std::uint32_t row_of_sums = 4;
/// From this length on an innermost loop is worth a kernel call of its own every time.
inline constexpr std::uint32_t long_inner_loop = 16;
/// Cells that the nearer caches hold beside what else is read.
inline constexpr double cached_cells = 32768;
/// Fused iterations around tiles pay from so many products on in so many terms, where an iteration
/// writes whole tiles or so many cells.
inline constexpr std::uint32_t many_products = 256, some_terms = 3, several_tile_cells = 24;
/// Up to this many products a contraction is over before its loops are set up.
inline constexpr double few_products = 64;
/// Products that take long enough, some 80 microseconds, for handing them to another thread to be
/// cheap.
inline constexpr double products_worth_sharing = 1 << 18;

// Rows as lanes.

/// Seconds per row within a pack of eight: a multiplication and addition out of the nearest cache,
/// an instruction's bookkeeping; and what compiling costs per instruction for all rows and per cell
/// of the tables that the program copies.
inline constexpr double row_seconds_per_multiplication = 0.6e-9 / 8,
                        row_seconds_per_instruction = 10e-9 / 8,
                        row_compile_seconds_per_instruction = 0.4e-6,
                        row_compile_seconds_per_cell = 5e-9;
/// Seconds per row for each cell of an intermediate table that no near cache holds. Rows as lanes
/// must be predicted to take at most this share of the questions that they replace: the two
/// predictions may be wrong in opposite directions.
inline constexpr double row_seconds_per_far_cell = 0.75e-9, share_worth_lanes = 0.6;
/// Seconds per multiplication of a row that sums over its missing cells (missing_sums.hpp); and how
/// many multiplications are fewer than those of a question of its own.
inline constexpr double missing_sum_seconds_per_multiplication = 6e-9,
                        most_missing_sum_multiplications = 16384;
/// So few rows are sooner answered one by one than a program is compiled.
inline constexpr std::size_t few_rows = 4;
/// The cost of a row that is asked by itself is predicted from so many rows.
inline constexpr std::size_t rows_to_predict_by = 4;
/// A program for rows that observe the same variables saves this share of the run of one for all.
inline constexpr double share_saved_by_pattern = 0.5;
/// A program larger than this would leave every cache and more.
inline constexpr std::size_t most_program_bytes = std::size_t{1} << 28,
                             most_packed_cells = std::size_t{1} << 27;
/// A block should stay in the nearest cache, and its rows should share the price of reading the
/// program: at least as many as kernels work on at once, unless even fewer leave every cache near.
inline constexpr std::size_t nearest_cache_bytes = 32768, near_cache_bytes = std::size_t{1} << 22,
                             least_packs_per_block = 4, most_rows_per_block = 128;
/// Rows that are worth waking a thread for; and parts per thread where rows may take long.
inline constexpr std::size_t least_rows_per_thread = 512, parts_per_thread = 4;
/// Equal rows are looked for among so many first, and answered once where at least one row in so
/// many repeats another.
inline constexpr std::size_t rows_to_judge_by = 1024, least_repeating = 8;
/// Patterns of missing values in so few columns are looked up by their bits.
inline constexpr std::size_t most_direct_columns = 12;

}  // namespace cost_model
}  // namespace pgm::detail
