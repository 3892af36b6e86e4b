#include <pgm/inference/detail/batch_engine.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/lanes/block_batch.hpp>
#include <pgm/inference/detail/target_check.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace pgm::detail {
namespace {

RowsByStates rows_by_states(std::size_t rows, std::size_t states) {
    const auto cells = checked_mul(rows, states);
    if (!cells || *cells > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double)) {
        throw TooLargeError("posteriors of " + std::to_string(rows) + " rows and " +
                                std::to_string(states) + " states do not fit into memory",
                            {}, "ask for fewer rows at a time");
    }
    return RowsByStates(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(states));
}

/// Writes the answers about one variable, from a joint task, or about all of them.
class BatchWriter {
public:
    BatchWriter(const EngineImplementation& engine, const EvidenceColumns& columns, Task task,
                BatchPosterior& result)
        : engine_(engine),
          columns_(columns),
          task_(task),
          result_(result),
          slot_of_(engine.network.size(), Plan::none) {
        for (std::size_t slot = 0; slot < result.variables.size(); ++slot)
            slot_of_[result.variables[slot].index()] = static_cast<std::uint32_t>(slot);
    }

    /// Runs the batch. `incomplete` is what find_incomplete() said.
    void run(std::span<const char> incomplete, std::size_t threads) const {
        const BlockPlanner blocks(engine_.network, engine_.planner(), engine_.densities(), task_,
                                  result_.variables, columns_, incomplete);
        run_batch(blocks, columns_, incomplete, threads,
                  {.needs_log_probabilities = needs_log_probabilities(),
                   .block = [this](const BlockPlan& plan,
                                   const BlockMemory& memory) { write(plan, memory); },
                   .row_by_row =
                       [this] {
                           return [this, workspace = std::make_shared<WorkspaceState>()](
                                      std::size_t row) { answer(row, *workspace); };
                       },
                   .repeat = [this](std::size_t row, std::size_t same) { repeat(row, same); }});
    }

private:
    bool needs_log_probabilities() const { return result_.log_probabilities.size() > 0; }
    std::size_t width() const { return result_.offsets.back(); }
    double* line(std::size_t row) const { return result_.probabilities.data() + row * width(); }
    std::size_t offset_of(VariableId variable) const {
        return result_.offsets[slot_of_[variable.index()]];
    }

    /// The answers of a block.
    void write(const BlockPlan& plan, const BlockMemory& memory) const {
        write_log_evidence(plan, memory, result_.log_evidence);
        if (task_ == Task::joint)
            write_target(plan, memory);
        else
            write_all(plan, memory);
    }

    /// The answer to one row, asked as a question of its own.
    void answer(std::size_t row, WorkspaceState& workspace) const {
        const Evidence evidence = evidence_of_row(columns_, row);
        const Targets targets = task_ == Task::joint ? Targets(result_.variables) : std::nullopt;
        write_row(result_, row, engine_.marginals(targets, evidence, workspace));
        if (needs_log_probabilities()) answer_log_probabilities(row, evidence);
    }

    void repeat(std::size_t row, std::size_t same) const {
        result_.log_evidence[row] = result_.log_evidence[same];
        copy_line(result_.probabilities, row, same);
        if (needs_log_probabilities()) copy_line(result_.log_probabilities, row, same);
    }

    void copy_line(RowsByStates& numbers, std::size_t row, std::size_t same) const {
        std::copy_n(numbers.data() + same * width(), width(), numbers.data() + row * width());
    }

    void write_target(const BlockPlan& plan, const BlockMemory& memory) const {
        const std::uint32_t states = plan.list.last_states;
        const std::uint32_t* const state = plan.list.kept_states + plan.program.last_first_state;
        write_numbers(memory, plan.list.probabilities, states, state, 0, result_.probabilities);
        if (memory.needs_log_probabilities)
            write_numbers(memory, plan.list.log_probabilities, states, state, -infinity,
                          result_.log_probabilities);
    }

    /// Copies one vector of rows per state to rows; states that never occur get `absent`.
    void write_numbers(const BlockMemory& memory, std::uint32_t cell, std::uint32_t states,
                       const std::uint32_t* state, double absent, RowsByStates& to) const {
        const double* const from = memory.arena + std::size_t{cell} * memory.rows;
        for (std::uint32_t i = 0; i < memory.used; ++i) {
            double* const line = to.data() + number_of_row(memory, i) * width();
            if (states < width()) std::fill_n(line, width(), absent);
            for (std::uint32_t k = 0; k < states; ++k)
                line[state[k]] = from[std::size_t{k} * memory.rows + i];
        }
    }

    void answer_log_probabilities(std::size_t row, const Evidence& evidence) const {
        const Finding* const known = evidence.find(result_.variables.front());
        double* const line = result_.log_probabilities.data() + row * width();
        for (std::size_t k = 0; k < width(); ++k) {
            const bool contradicts = known && std::get<Observed>(*known).state.index() != k;
            line[k] = contradicts ? -infinity : log_probability(row, k, evidence);
        }
    }

    /// The logarithm of a probability that is too small for a double, from P(k, e) / P(e). Where
    /// both are so small that their logarithms have no digits left for the difference, it is known
    /// to be below all normal doubles.
    double log_probability(std::size_t row, std::size_t k, const Evidence& evidence) const {
        constexpr double smallest = std::numeric_limits<double>::min();
        const double probability =
            result_.probabilities(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(k));
        if (probability >= smallest) return std::log(probability);
        if (result_.log_evidence[row] == -infinity) return -infinity;
        WorkspaceState workspace;
        const double log_joint = engine_.log_evidence(
            Evidence(evidence).observe(result_.variables.front(), StateId(k)), workspace);
        return std::min(log_joint - result_.log_evidence[row], std::log(smallest));
    }

    /// Writes what all rows of the block share, then the outputs of the program, then the variables
    /// that every row knows.
    void write_all(const BlockPlan& plan, const BlockMemory& memory) const {
        const std::vector<double> shared = shared_line(plan);
        for (std::uint32_t i = 0; i < memory.used; ++i)
            std::ranges::copy(shared, line(number_of_row(memory, i)));
        for (const BlockOutput& output : plan.program.outputs) {
            if (!output.uniform) write_output(plan, memory, output);
        }
        for (std::uint32_t c = 0; c < memory.column_count; ++c) {
            const VariableId variable = plan.program.columns[c];
            if (plan.graph->roles[variable.index()] == Role::observed)
                write_known(memory, c, variable);
        }
        for (std::uint32_t i = 0; i < memory.used; ++i) {
            const std::size_t row = number_of_row(memory, i);
            if (result_.log_evidence[row] == -infinity) std::fill_n(line(row), width(), 0.0);
        }
    }

    std::vector<double> shared_line(const BlockPlan& plan) const {
        std::vector<double> shared(width(), 0.0);
        for (std::size_t slot = 0; slot < result_.variables.size(); ++slot) {
            const std::uint32_t only = plan.graph->fixed_state[result_.variables[slot].index()];
            if (only != Plan::none) shared[result_.offsets[slot] + only] = 1;
        }
        for (const BlockOutput& output : plan.program.outputs) {
            if (!output.uniform) continue;
            const double* const numbers = plan.list.uniform + output.cell;
            double sum = 0;
            for (std::uint32_t k = 0; k < output.states; ++k) sum += numbers[k];
            const std::uint32_t* const state = plan.list.kept_states + output.first_state;
            for (std::uint32_t k = 0; k < output.states; ++k)
                shared[offset_of(output.variable) + state[k]] = numbers[k] / sum;
        }
        return shared;
    }

    void write_output(const BlockPlan& plan, const BlockMemory& memory,
                      const BlockOutput& output) const {
        const std::uint32_t* const state = plan.list.kept_states + output.first_state;
        const std::size_t offset = offset_of(output.variable);
        for (std::uint32_t k = 0; k < output.states; ++k) {
            const double* const from = memory.arena + std::size_t{output.cell + k} * memory.rows;
            for (std::uint32_t i = 0; i < memory.used; ++i)
                line(number_of_row(memory, i))[offset + state[k]] = from[i];
        }
    }

    void write_known(const BlockMemory& memory, std::uint32_t column, VariableId variable) const {
        const std::uint32_t* const codes = memory.codes + std::size_t{column} * memory.rows;
        for (std::uint32_t i = 0; i < memory.used; ++i)
            line(number_of_row(memory, i))[offset_of(variable) + codes[i]] = 1;
    }

    const EngineImplementation& engine_;
    const EvidenceColumns& columns_;
    Task task_;
    BatchPosterior& result_;
    std::vector<std::uint32_t> slot_of_;
};

}  // namespace

BatchPosterior room_for(std::size_t rows, const BayesianNetwork& network,
                        std::span<const VariableId> variables, bool log_probabilities) {
    BatchPosterior batch{.variables = {variables.begin(), variables.end()}, .offsets = {0}};
    for (const VariableId variable : variables)
        batch.offsets.push_back(batch.offsets.back() + network.cardinality(variable));
    batch.probabilities = rows_by_states(rows, batch.offsets.back());
    batch.log_evidence.resize(rows);
    if (log_probabilities) batch.log_probabilities = rows_by_states(rows, batch.offsets.back());
    return batch;
}

void write_row(BatchPosterior& batch, std::size_t row, const Posterior& posterior) {
    batch.log_evidence[row] = posterior.log_evidence();
    double* const line = batch.probabilities.data() + row * batch.offsets.back();
    if (posterior.impossible()) std::fill_n(line, batch.offsets.back(), 0.0);
    for (std::size_t i = 0; i < posterior.size() && !posterior.impossible(); ++i)
        std::ranges::copy(posterior[i], line + batch.offsets[i]);
}

BatchPosterior batch_posteriors(const EngineImplementation& engine, VariableId target,
                                const EvidenceColumns& columns, const BatchOptions& options) {
    std::vector<char> seen;
    check_targets(engine.network, std::span(&target, 1), seen);
    const std::vector<char> incomplete = find_incomplete(columns, engine.network, options.threads);
    BatchPosterior result =
        room_for(columns.rows, engine.network, std::span(&target, 1), options.log_probabilities);
    BatchWriter(engine, columns, Task::joint, result).run(incomplete, options.threads);
    return result;
}

BatchPosterior batch_posteriors(const EngineImplementation& engine, const EvidenceColumns& columns,
                                std::size_t threads) {
    const std::vector<char> incomplete = find_incomplete(columns, engine.network, threads);
    BatchPosterior result = room_for(columns.rows, engine.network, engine.planner().all_targets());
    BatchWriter(engine, columns, Task::marginals, result).run(incomplete, threads);
    return result;
}

}  // namespace pgm::detail
