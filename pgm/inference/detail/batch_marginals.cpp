#include <pgm/inference/detail/batch_engine.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

/// Writes the answers about all variables into the result.
class MarginalsWriter {
public:
    MarginalsWriter(const EngineImplementation& engine, const EvidenceColumns& columns,
                    BatchMarginals& result)
        : engine_(engine),
          columns_(columns),
          result_(result),
          slot_of_(engine.network.size(), Plan::none) {
        for (std::size_t slot = 0; slot < result.variables.size(); ++slot)
            slot_of_[result.variables[slot].index()] = static_cast<std::uint32_t>(slot);
    }

    /// The answers of a block: what all its rows share, then the outputs of the program, then the
    /// variables that every row knows.
    void write(const BlockPlan& plan, const BlockMemory& memory) const {
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
        write_log_evidence(plan, memory, result_.log_evidence);
        for (std::uint32_t i = 0; i < memory.used; ++i) {
            const std::size_t row = number_of_row(memory, i);
            if (result_.log_evidence[row] == -infinity) std::fill_n(line(row), width(), 0.0);
        }
    }

    /// The answer to one row, asked as a question of its own.
    void answer(std::size_t row, WorkspaceState& workspace) const {
        const Posterior& posterior =
            engine_.marginals(std::nullopt, evidence_of_row(columns_, row), workspace);
        result_.log_evidence[row] = posterior.log_evidence();
        std::fill_n(line(row), width(), 0.0);
        for (std::size_t slot = 0; slot < posterior.size() && !posterior.impossible(); ++slot) {
            std::ranges::copy(posterior[slot], line(row) + result_.offsets[slot]);
        }
    }

    void repeat(std::size_t row, std::size_t same) const {
        std::copy_n(line(same), width(), line(row));
        result_.log_evidence[row] = result_.log_evidence[same];
    }

private:
    std::size_t width() const { return result_.offsets.back(); }
    double* line(std::size_t row) const { return result_.probabilities.data() + row * width(); }
    std::size_t offset_of(VariableId variable) const {
        return result_.offsets[slot_of_[variable.index()]];
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
    BatchMarginals& result_;
    std::vector<std::uint32_t> slot_of_;
};

}  // namespace

BatchMarginals batch_marginals(const EngineImplementation& engine, const EvidenceColumns& columns,
                               std::size_t threads) {
    const Planner& planner = engine.planner();
    const std::vector<char> incomplete = find_incomplete(columns, engine.network, threads);
    BatchMarginals result;
    result.variables.assign(planner.all_targets().begin(), planner.all_targets().end());
    result.offsets.push_back(0);
    for (const VariableId variable : result.variables)
        result.offsets.push_back(result.offsets.back() + engine.network.cardinality(variable));
    result.probabilities = rows_by_states(columns.rows, result.offsets.back());
    result.log_evidence.resize(columns.rows);
    const MarginalsWriter writer(engine, columns, result);
    const BlockPlanner blocks(engine.network, planner, engine.densities(), Task::marginals,
                              planner.all_targets(), columns, incomplete);
    run_batch(blocks, columns, incomplete, threads, sink_into(writer));
    return result;
}

}  // namespace pgm::detail
