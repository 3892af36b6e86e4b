#include <pgm/inference/detail/lanes/block_plan.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/graph/boost_graph.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/reduce/relevance.hpp>

#include <algorithm>
#include <utility>

namespace pgm::detail {
namespace {

bool is_observed(const EvidenceColumn& column) {
    return std::holds_alternative<std::span<const double>>(column.cells);
}

/// Cells of intermediate tables beyond those that a pack of rows has in a near cache.
double far_cells(const ContractionGraph& graph) {
    double cells = 0;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        cells += graph.cells(graph.scope(graph.made_by(i)));
    constexpr double near = cost_model::near_cache_bytes / (sizeof(double) * pack_rows);
    return std::max(cells - near, 0.0);
}

BlockColumn block_column(const EvidenceColumn& column, std::size_t states) {
    return std::visit(
        [&](auto cells) -> BlockColumn {
            return {cells.data(), static_cast<std::uint32_t>(sizeof(cells[0])),
                    static_cast<std::uint32_t>(states)};
        },
        column.cells);
}

}  // namespace

BlockPlanner::BlockPlanner(const BayesianNetwork& network, const Planner& planner,
                           const BlockDensitySource& densities, Task task,
                           std::span<const VariableId> targets, const EvidenceColumns& columns,
                           std::span<const char> incomplete)
    : network_(planner.network()),
      planner_(planner),
      densities_(densities),
      task_(task),
      targets_(targets),
      columns_(columns),
      roles_(network_.size(), Role::free),
      may_miss_(network_.size(), 0),
      incomplete_(network_.size(), 0) {
    find_observed(network, incomplete);
    find_roles(incomplete);
    if (keeps_missing_) question_seconds_ = predicted_question_seconds();
}

/// A target of a joint stays in the graph even where a row knows it: then its other states get
/// zero.
bool BlockPlanner::is_joint_target(VariableId variable) const {
    return task_ == Task::joint && std::ranges::find(targets_, variable) != targets_.end();
}

/// Finds the factors of densities that have something observed in them.
void BlockPlanner::find_observed(const BayesianNetwork& network, std::span<const char> incomplete) {
    const double some_value = 0;
    std::vector<Role> roles(network.size(), Role::free);
    std::vector<const double*> values(network.size(), nullptr);
    for (const EvidenceColumn& column : columns_.columns) {
        if (!is_observed(column)) continue;
        roles[column.variable.index()] = Role::observed;
        values[column.variable.index()] = &some_value;
    }
    for (std::size_t i = 0; i < columns_.columns.size(); ++i) {
        if (!is_observed(columns_.columns[i])) continue;
        const VariableId variable = columns_.columns[i].variable;
        for (const VariableId parent : continuous_parents(network.cpd(variable)))
            suits_blocks_ &= values[parent.index()] != nullptr;
        if (incomplete[i] && !has_no_continuous_neighbours(network, variable)) needed_.push_back(i);
        suits_blocks_ &= densities_.evidence != nullptr;
    }
    if (!suits_blocks_ || densities_.evidence == nullptr) return;
    const ObservedBlock block{.rows = 1, .values = values, .roles = roles, .states = {}};
    for (std::size_t f = 0; f < densities_.evidence->factors(); ++f) {
        if (densities_.evidence->is_observed(f, block))
            roles_[densities_.first_slot + f] = Role::observed;
    }
}

void BlockPlanner::find_roles(std::span<const char> incomplete) {
    for (const EvidenceColumn& column : columns_.columns) {
        if (!is_observed(column)) roles_[column.variable.index()] = Role::observed;
    }
    const std::vector<char> relevant = relevant_variables(network_.dag(), targets_, roles_);
    for (std::size_t i = 0; i < incomplete.size(); ++i) {
        if (is_observed(columns_.columns[i])) continue;
        const std::size_t v = columns_.columns[i].variable.index();
        const bool is_target = std::ranges::find(targets_, VariableId(v)) != targets_.end();
        if (is_joint_target(VariableId(v))) roles_[v] = Role::likelihood;
        if (!incomplete[i]) continue;
        incomplete_[v] = 1;
        const auto [child, end] = boost::adjacent_vertices(v, network_.dag().boost_graph());
        const bool is_mentioned =
            std::any_of(child, end, [&](std::size_t c) { return relevant[c] != 0; });
        if (is_mentioned || is_target) {
            roles_[v] = Role::likelihood;
            keeps_missing_ = true;
        } else {
            may_miss_[v] = 1;
        }
    }
}

std::shared_ptr<const BlockPlan> BlockPlanner::for_all_rows() const {
    if (!suits_blocks_) return nullptr;
    const std::shared_ptr<const ContractionGraph> graph =
        planner_.graph_for_rows(task_, targets_, roles_);
    if (!graph) return nullptr;
    // A program for complete rows that stays in a near cache is always the quicker way.
    const bool may_be_slower = keeps_missing_ || far_cells(*graph) > 0;
    if (may_be_slower &&
        is_slower_than(keeps_missing_ ? question_seconds_ : predicted_question_seconds(), *graph,
                       columns_.rows))
        return nullptr;
    return compile(graph, may_miss_, MissingTables::barren);
}

/// The predicted seconds of compiling a program and running it.
BlockPlanner::PlanSeconds BlockPlanner::predicted_cost(const ContractionGraph& graph) const {
    double table_cells = 0;
    for (const LeafTable& leaf : graph.leaves)
        if (leaf.variable < network_.size())
            table_cells +=
                static_cast<double>(table_of(network_.cpds()[leaf.variable]).table().size());
    return {
        .compile = cost_model::row_compile_seconds_per_instruction *
                       static_cast<double>(graph.nodes.size() + graph.leaves.size()) +
                   cost_model::row_compile_seconds_per_cell * table_cells,
        .row = cost_model::row_seconds_per_multiplication * graph.multiplications +
               cost_model::row_seconds_per_instruction * static_cast<double>(graph.nodes.size()) +
               cost_model::row_seconds_per_far_cell * far_cells(graph)};
}

/// The mean of some rows. Infinite with observed values, of which a question by itself integrates
/// out what is missing in another way, and without rows.
double BlockPlanner::predicted_question_seconds() const {
    if (densities_.evidence != nullptr || columns_.rows == 0) return infinity;
    const std::size_t judged = std::min(columns_.rows, cost_model::rows_to_predict_by);
    Planner::Scratch scratch;
    double seconds = 0;
    for (std::size_t i = 0; i < judged; ++i) {
        const Evidence row = evidence_of_row(columns_, i * columns_.rows / judged);
        const CheckedEvidence evidence(row, network_);
        const Planner::Prediction one =
            planner_.predict({Task::marginals, targets_, evidence}, scratch);
        seconds += one.run_seconds + one.compile_seconds;
    }
    return seconds / static_cast<double>(judged);
}

bool BlockPlanner::is_slower_than(double question_seconds, const ContractionGraph& graph,
                                  std::size_t rows) const {
    const auto asked = static_cast<double>(rows);
    const PlanSeconds cost = predicted_cost(graph);
    return cost.compile + asked * cost.row >
           cost_model::share_worth_lanes * asked * question_seconds;
}

std::shared_ptr<const BlockPlan> BlockPlanner::for_rows_with_few_missing(
    double most_multiplications) const {
    if (task_ != Task::joint || targets_.size() != 1 || !suits_blocks_ ||
        densities_.evidence != nullptr || roles_[targets_.front().index()] != Role::free)
        return nullptr;
    std::vector<Role> roles = roles_;
    for (std::size_t v = 0; v < roles.size(); ++v)
        if (incomplete_[v]) roles[v] = Role::observed;
    const std::shared_ptr<const ContractionGraph> graph =
        planner_.graph_for_rows(task_, targets_, roles);
    if (!graph || graph->variables.size() != 1 || graph->first_kept != 0) return nullptr;
    for (std::size_t v = 0; v < roles.size(); ++v)
        if (incomplete_[v] && graph->fixed_state[v] != ContractionGraph::none) return nullptr;
    const std::shared_ptr<BlockPlan> plan = compile(graph, incomplete_, MissingTables::summed);
    if (plan) plan->missing_sums.emplace(*graph, network_, plan->program, most_multiplications);
    return plan;
}

std::shared_ptr<const ContractionGraph> BlockPlanner::graph_of_pattern(
    std::span<const char> observed) const {
    if (!suits_blocks_) return nullptr;
    std::vector<Role> roles = roles_;
    for (std::size_t i = 0; i < observed.size(); ++i) {
        const VariableId variable = columns_.columns[i].variable;
        if (is_observed(columns_.columns[i])) continue;
        roles[variable.index()] = !observed[i]                ? Role::free
                                  : is_joint_target(variable) ? Role::likelihood
                                                              : Role::observed;
    }
    return planner_.graph_for_rows(task_, targets_, roles);
}

std::shared_ptr<const BlockPlan> BlockPlanner::for_pattern(std::span<const char> observed) const {
    std::shared_ptr<const ContractionGraph> graph = graph_of_pattern(observed);
    if (!graph) return nullptr;
    return compile(std::move(graph), std::vector<char>(network_.size(), 0), MissingTables::barren);
}

bool BlockPlanner::pays_for(std::span<const char> observed, std::size_t rows) const {
    const std::shared_ptr<const ContractionGraph> graph = graph_of_pattern(observed);
    return graph && !is_slower_than(question_seconds_, *graph, rows);
}

/// The target can only have one state: its joint with the evidence has one number, what all rows
/// share and the common factors.
void BlockPlanner::name_fixed_state(const ContractionGraph& graph, BlockProgram& program) const {
    program.last_states = 1;
    program.last_first_state = static_cast<std::uint32_t>(program.kept_states.size());
    program.kept_states.push_back(graph.fixed_state[targets_.front().index()]);
}

std::shared_ptr<BlockPlan> BlockPlanner::compile(std::shared_ptr<const ContractionGraph> graph,
                                                 std::span<const char> may_miss,
                                                 MissingTables missing) const {
    std::optional<BlockProgram> program =
        compile_block(*graph, network_, planner_.prior(), may_miss, missing, densities_);
    if (!program) return nullptr;
    if (program->bytes() > cost_model::most_program_bytes ||
        program->arena_cells > cost_model::most_program_bytes / (sizeof(double) * pack_rows))
        return nullptr;
    if (task_ == Task::joint && graph->variables.size() == graph->first_kept)
        name_fixed_state(*graph, *program);
    const auto result = std::make_shared<BlockPlan>();
    result->graph = graph;
    result->program = std::move(*program);
    result->list = block_list(result->program);
    std::vector<const EvidenceColumn*> column_of(network_.size(), nullptr);
    for (const EvidenceColumn& column : columns_.columns)
        column_of[column.variable.index()] = &column;
    for (const VariableId variable : result->program.columns) {
        result->columns.push_back(
            block_column(*column_of[variable.index()], network_.cardinality(variable)));
    }
    const PlanSeconds cost = predicted_cost(*graph);
    result->seconds_per_row = cost.row;
    result->compile_seconds = cost.compile;
    return result;
}

}  // namespace pgm::detail
