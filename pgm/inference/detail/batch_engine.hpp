#pragma once

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/detail/engine_implementation.hpp>
#include <pgm/inference/detail/lanes/block_batch.hpp>
#include <pgm/inference/evidence_columns.hpp>
#include <pgm/inference/workspace.hpp>

#include <functional>
#include <memory>

namespace pgm::detail {

/// Room for so many numbers, not initialised. Throws TooLargeError when no memory can have it.
RowsByStates rows_by_states(std::size_t rows, std::size_t states);

/// InferenceEngine::marginals() of a table of findings, for one target and for all.
BatchPosterior batch_posteriors(const EngineImplementation& engine, VariableId target,
                                const EvidenceColumns& columns, const BatchOptions& options);
BatchMarginals batch_marginals(const EngineImplementation& engine, const EvidenceColumns& columns,
                               std::size_t threads);

/// InferenceEngine::continuous_marginals() of one row.
using ContinuousQuestion = std::function<ContinuousPosterior(const Evidence&, Workspace&)>;
/// The posteriors of a continuous variable for a table of findings. `single` is the engine of a
/// model of one network, or null; `ask` answers the rows that regressions do not.
ContinuousBatchPosterior continuous_batch(const BayesianNetwork& network,
                                          const EngineImplementation* single,
                                          const ContinuousQuestion& ask, VariableId target,
                                          const EvidenceColumns& columns,
                                          const ContinuousBatchOptions& options);

/// Sends the answers of a batch to a writer with write() of a block, answer() of one row and
/// repeat(). The writer must outlive the batch.
template <class Writer>
BatchSink sink_into(const Writer& writer, bool needs_log_probabilities = false) {
    return {.needs_log_probabilities = needs_log_probabilities,
            .block = [&writer](const BlockPlan& plan,
                               const BlockMemory& memory) { writer.write(plan, memory); },
            .row_by_row =
                [&writer] {
                    return [&writer, workspace = std::make_shared<WorkspaceState>()](
                               std::size_t row) { writer.answer(row, *workspace); };
                },
            .repeat = [&writer](std::size_t row, std::size_t same) { writer.repeat(row, same); }};
}

}  // namespace pgm::detail
