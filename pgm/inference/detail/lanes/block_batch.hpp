#pragma once

#include <pgm/inference/detail/lanes/block_plan.hpp>

#include <functional>

namespace pgm::detail {

/// The receiver of the answers of a batch. All of it is called from many threads, each row once.
struct BatchSink {
    bool needs_log_probabilities = false;
    /// A block has run: results of rows number_of_row(memory, 0 ... memory.used - 1) are in its
    /// arena.
    std::function<void(const BlockPlan& plan, const BlockMemory& memory)> block;
    /// Gives each thread what answers rows that blocks do not suit, one at a time, in memory of
    /// that thread.
    std::function<std::function<void(std::size_t row)>()> row_by_row;
    /// A row that says the same as another one, which has been answered: to be given the same
    /// answer.
    std::function<void(std::size_t row, std::size_t same)> repeat;
};

inline std::size_t number_of_row(const BlockMemory& memory, std::uint32_t i) {
    return memory.row_list ? memory.row_list[i] : memory.first_row + i;
}

/// log P(e) of the rows of a block to where it belongs; exactly 0 for a row that observes nothing.
void write_log_evidence(const BlockPlan& plan, const BlockMemory& memory,
                        std::span<double> log_evidence);

/// Runs every row of the columns through a block or by itself.
///
/// Rows are grouped by the variables they observe where that pays; see block_plan.hpp. A row of
/// which some number underflowed or overflowed in its block is answered by itself, hence no row's
/// answer depends on the rows around it. Of discrete rows that say the same a thread runs only the
/// first (distinct_rows.hpp), which changes no bit either. `incomplete` is what find_incomplete()
/// said.
void run_batch(const BlockPlanner& planner, const EvidenceColumns& columns,
               std::span<const char> incomplete, std::size_t threads, const BatchSink& sink);

}  // namespace pgm::detail
