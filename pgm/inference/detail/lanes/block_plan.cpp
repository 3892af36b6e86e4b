#include <pgm/inference/detail/lanes/block_plan.hpp>

#include <pgm/graph/boost_graph.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/reduce/relevance.hpp>

#include <utility>

namespace pgm::detail {
namespace {

bool is_measured(const EvidenceColumn& column) {
    return std::holds_alternative<std::span<const double>>(column.cells);
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
    find_measured(network, incomplete);
    find_roles(incomplete);
}

/// A target of a joint stays in the graph even where a row knows it: then its other states get
/// zero.
bool BlockPlanner::is_joint_target(VariableId variable) const {
    return task_ == Task::joint && std::ranges::find(targets_, variable) != targets_.end();
}

/// Which factors of densities have something measured in them.
void BlockPlanner::find_measured(const BayesianNetwork& network, std::span<const char> incomplete) {
    const double some_value = 0;
    std::vector<Role> roles(network.size(), Role::free);
    std::vector<const double*> values(network.size(), nullptr);
    for (const EvidenceColumn& column : columns_.columns) {
        if (!is_measured(column)) continue;
        roles[column.variable.index()] = Role::observed;
        values[column.variable.index()] = &some_value;
    }
    for (std::size_t i = 0; i < columns_.columns.size(); ++i) {
        if (!is_measured(columns_.columns[i])) continue;
        const VariableId variable = columns_.columns[i].variable;
        for (const VariableId parent : continuous_parents(network.cpd(variable)))
            suits_blocks_ &= values[parent.index()] != nullptr;
        if (incomplete[i] && !is_alone(network, variable)) needed_.push_back(i);
        suits_blocks_ &= densities_.evidence != nullptr;
    }
    if (!suits_blocks_ || densities_.evidence == nullptr) return;
    const MeasuredBlock block{.rows = 1, .values = values, .roles = roles, .states = {}};
    for (std::size_t f = 0; f < densities_.evidence->factors(); ++f) {
        if (densities_.evidence->is_measured(f, block))
            roles_[densities_.first_slot + f] = Role::observed;
    }
}

void BlockPlanner::find_roles(std::span<const char> incomplete) {
    for (const EvidenceColumn& column : columns_.columns) {
        if (!is_measured(column)) roles_[column.variable.index()] = Role::observed;
    }
    const std::vector<char> relevant = relevant_variables(network_.dag(), targets_, roles_);
    for (std::size_t i = 0; i < incomplete.size(); ++i) {
        if (is_measured(columns_.columns[i])) continue;
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
    return compile(roles_, may_miss_, LackedCells::barren);
}

std::shared_ptr<const BlockPlan> BlockPlanner::for_rows_lacking_few(
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
    const std::shared_ptr<BlockPlan> plan = compile(graph, incomplete_, LackedCells::summed);
    if (plan) plan->missing_sums.emplace(*graph, network_, plan->program, most_multiplications);
    return plan;
}

std::shared_ptr<const BlockPlan> BlockPlanner::for_pattern(std::span<const char> observed) const {
    std::vector<Role> roles = roles_;
    for (std::size_t i = 0; i < observed.size(); ++i) {
        const VariableId variable = columns_.columns[i].variable;
        if (is_measured(columns_.columns[i])) continue;
        roles[variable.index()] = !observed[i]                ? Role::free
                                  : is_joint_target(variable) ? Role::likelihood
                                                              : Role::observed;
    }
    return compile(roles, std::vector<char>(network_.size(), 0), LackedCells::barren);
}

/// The target can only have one state: its joint with the evidence has one number, what all rows
/// share and the common factors.
void BlockPlanner::name_fixed_state(const ContractionGraph& graph, BlockProgram& program) const {
    program.last_states = 1;
    program.last_first_state = static_cast<std::uint32_t>(program.kept_states.size());
    program.kept_states.push_back(graph.fixed_state[targets_.front().index()]);
}

std::shared_ptr<const BlockPlan> BlockPlanner::compile(std::span<const Role> roles,
                                                       std::span<const char> may_miss,
                                                       LackedCells lacked) const {
    if (!suits_blocks_) return nullptr;
    std::shared_ptr<const ContractionGraph> graph = planner_.graph_for_rows(task_, targets_, roles);
    return graph ? compile(std::move(graph), may_miss, lacked) : nullptr;
}

std::shared_ptr<BlockPlan> BlockPlanner::compile(std::shared_ptr<const ContractionGraph> graph,
                                                 std::span<const char> may_miss,
                                                 LackedCells lacked) const {
    std::optional<BlockProgram> program =
        compile_block(*graph, network_, planner_.prior(), may_miss, lacked, densities_);
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
    result->seconds_per_row =
        cost_model::row_seconds_per_multiplication * graph->multiplications +
        cost_model::row_seconds_per_instruction * static_cast<double>(graph->nodes.size());
    result->compile_seconds = cost_model::row_compile_seconds_per_instruction *
                              static_cast<double>(graph->nodes.size() + graph->leaves.size());
    return result;
}

}  // namespace pgm::detail
