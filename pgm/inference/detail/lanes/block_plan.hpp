#pragma once

#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/lanes/block_compiler.hpp>
#include <pgm/inference/detail/lanes/block_density.hpp>
#include <pgm/inference/detail/lanes/block_list.hpp>
#include <pgm/inference/detail/lanes/missing_sums.hpp>
#include <pgm/inference/detail/plan/planner.hpp>
#include <pgm/inference/evidence_columns.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// A program and the columns it reads.
struct BlockPlan {
    std::shared_ptr<const ContractionGraph> graph;  ///< what the program was made from
    BlockProgram program;
    BlockList list;  ///< points into the program
    /// In the order of BlockProgram::columns; point into the caller's cells.
    std::vector<BlockColumn> columns;
    /// Tables for a program with BlockProgram::missing_sums.
    std::optional<MissingSumTables> missing_sums;
    double seconds_per_row = 0;  ///< predicted
    double compile_seconds = 0;  ///< predicted
};

/// Finds the programs for rows of one table.
class BlockPlanner {
public:
    /// `network` is the one asked about; `planner` may be that of another one, in which `densities`
    /// stand for observed values.
    BlockPlanner(const BayesianNetwork& network, const Planner& planner,
                 const BlockDensitySource& densities, Task task,
                 std::span<const VariableId> targets, const EvidenceColumns& columns,
                 std::span<const char> incomplete);

    /// For all rows, whatever they miss; null when blocks do not suit it, or where rows that miss
    /// something are sooner asked one by one. Variables that some row misses stay in the graph,
    /// unless no other table that matters mentions them.
    std::shared_ptr<const BlockPlan> for_all_rows() const;
    /// True if that program keeps such variables in the graph, which makes it costlier than one for
    /// the rows' own pattern.
    bool keeps_missing() const { return keeps_missing_; }

    /// For rows with few missing values, each of which sums over the cells that it is without in at
    /// most so many multiplications (missing_sums.hpp); null unless the question is about one
    /// variable, of which rows know nothing, and every other variable that matters is discrete and
    /// has a column.
    std::shared_ptr<const BlockPlan> for_rows_with_few_missing(double most_multiplications) const;

    /// Columns of observed values (indices) without which a row must be answered by itself, because
    /// other observed values depend on them.
    const std::vector<std::size_t>& needed_by_blocks() const { return needed_; }
    const BlockDensitySource& densities() const { return densities_; }

    /// For the rows that have exactly these of the columns (one flag per column).
    std::shared_ptr<const BlockPlan> for_pattern(std::span<const char> observed) const;
    /// False where so many rows of the pattern are sooner asked one by one.
    bool pays_for(std::span<const char> observed, std::size_t rows) const;

private:
    std::shared_ptr<const ContractionGraph> graph_of_pattern(std::span<const char> observed) const;
    struct PlanSeconds {
        double compile = 0, row = 0;
    };
    PlanSeconds predicted_cost(const ContractionGraph& graph) const;
    double predicted_question_seconds() const;
    bool is_slower_than(double question_seconds, const ContractionGraph& graph,
                        std::size_t rows) const;
    std::shared_ptr<BlockPlan> compile(std::shared_ptr<const ContractionGraph> graph,
                                       std::span<const char> may_miss, MissingTables missing) const;
    void name_fixed_state(const ContractionGraph& graph, BlockProgram& program) const;
    bool is_joint_target(VariableId variable) const;
    void find_observed(const BayesianNetwork& network, std::span<const char> incomplete);
    void find_roles(std::span<const char> incomplete);

    const BayesianNetwork& network_;  ///< of the planner
    const Planner& planner_;
    BlockDensitySource densities_;
    Task task_;
    std::span<const VariableId> targets_;
    const EvidenceColumns& columns_;
    std::vector<Role> roles_;  ///< for all rows
    std::vector<char> may_miss_;
    std::vector<char> incomplete_;  ///< by variable: whether some row is without its code
    std::vector<std::size_t> needed_;
    bool keeps_missing_ = false;
    /// Predicted, of a row that is asked by itself, where variables with missing values stay.
    double question_seconds_ = infinity;
    bool suits_blocks_ = true;  ///< false when observed values have unknown continuous parents
};

}  // namespace pgm::detail
