#include <pgm/inference/batch_posterior.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/batch_engine.hpp>
#include <pgm/inference/detail/target_check.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace pgm::detail {

namespace {

/// Writes the answers about one variable into the result.
class TargetWriter {
public:
    TargetWriter(const EngineImplementation& engine, VariableId target,
                 const EvidenceColumns& columns, BatchPosterior& result)
        : engine_(engine), target_(target), columns_(columns), result_(result) {}

    /// The answers of a block.
    void write(const BlockPlan& plan, const BlockMemory& memory) const {
        const std::uint32_t states = plan.list.last_states;
        const std::uint32_t* const state = plan.list.kept_states + plan.program.last_first_state;
        write_numbers(memory, plan.list.probabilities, states, state, 0, result_.probabilities);
        if (memory.needs_log_probabilities)
            write_numbers(memory, plan.list.log_probabilities, states, state, -infinity,
                          result_.log_probabilities);
        write_log_evidence(plan, memory, result_.log_evidence);
    }

    /// The answer to one row, asked as a question of its own.
    void answer(std::size_t row, WorkspaceState& workspace) const {
        const Evidence evidence = evidence_of_row(columns_, row);
        const Posterior& posterior = engine_.marginals(std::span(&target_, 1), evidence, workspace);
        result_.log_evidence[row] = posterior.log_evidence();
        double* const line = result_.probabilities.data() + row * width();
        if (posterior.impossible())
            std::fill_n(line, width(), 0.0);
        else
            std::ranges::copy(posterior[0], line);
        if (result_.log_probabilities.size() > 0) answer_log_probabilities(row, evidence);
    }

    void repeat(std::size_t row, std::size_t same) const {
        result_.log_evidence[row] = result_.log_evidence[same];
        copy_line(result_.probabilities, row, same);
        if (result_.log_probabilities.size() > 0) copy_line(result_.log_probabilities, row, same);
    }

private:
    void copy_line(RowsByStates& numbers, std::size_t row, std::size_t same) const {
        std::copy_n(numbers.data() + same * width(), width(), numbers.data() + row * width());
    }

    std::size_t width() const { return static_cast<std::size_t>(result_.probabilities.cols()); }

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
        const Finding* const known = evidence.find(target_);
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
        const double log_joint =
            engine_.log_evidence(Evidence(evidence).observe(target_, StateId(k)), workspace);
        return std::min(log_joint - result_.log_evidence[row], std::log(smallest));
    }

    const EngineImplementation& engine_;
    VariableId target_;
    const EvidenceColumns& columns_;
    BatchPosterior& result_;
};

BatchPosterior shaped(std::size_t rows, std::size_t states, bool log_probabilities) {
    BatchPosterior result;
    result.probabilities = rows_by_states(rows, states);
    result.log_evidence.resize(rows);
    if (log_probabilities) result.log_probabilities = rows_by_states(rows, states);
    return result;
}

}  // namespace

RowsByStates rows_by_states(std::size_t rows, std::size_t states) {
    const auto cells = checked_mul(rows, states);
    if (!cells || *cells > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double)) {
        throw TooLargeError("posteriors of " + std::to_string(rows) + " rows and " +
                                std::to_string(states) + " states do not fit into memory",
                            {}, "ask for fewer rows at a time");
    }
    return RowsByStates(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(states));
}

BatchPosterior batch_posteriors(const EngineImplementation& engine, VariableId target,
                                const EvidenceColumns& columns, const BatchOptions& options) {
    const BayesianNetwork& network = engine.network;
    std::vector<char> seen;
    check_targets(network, std::span(&target, 1), seen);
    const std::vector<char> incomplete = find_incomplete(columns, network, options.threads);
    BatchPosterior result =
        shaped(columns.rows, network.cardinality(target), options.log_probabilities);
    const TargetWriter writer(engine, target, columns, result);
    const BlockPlanner blocks(network, engine.planner(), engine.densities(), Task::joint,
                              std::span(&target, 1), columns, incomplete);
    run_batch(blocks, columns, incomplete, options.threads,
              sink_into(writer, options.log_probabilities));
    return result;
}

}  // namespace pgm::detail
