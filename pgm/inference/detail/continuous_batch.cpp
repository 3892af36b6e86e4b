#include <pgm/inference/detail/batch_engine.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/inference/detail/configuration_weights.hpp>
#include <pgm/inference/detail/density_row_writer.hpp>
#include <pgm/inference/detail/lanes/block_patterns.hpp>
#include <pgm/inference/detail/row_regressions.hpp>
#include <pgm/inference/detail/target_check.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace pgm::detail {
namespace {

/// The continuous variables that are connected with the target by arcs between continuous ones;
/// null where one of them, or a discrete child of one, is nothing that a regression speaks about.
std::optional<std::vector<VariableId>> linear_neighbourhood(const BayesianNetwork& network,
                                                            VariableId target) {
    std::vector<std::vector<VariableId>> neighbours(network.size());
    for (const Cpd& cpd : network.cpds()) {
        const VariableId child = child_of(cpd);
        for (const VariableId parent : parents_of(cpd)) {
            if (network.variable(parent).is_discrete()) continue;
            neighbours[parent.index()].push_back(child);
            neighbours[child.index()].push_back(parent);
        }
    }
    std::vector<VariableId> members{target};
    std::vector<char> seen(network.size(), 0);
    seen[target.index()] = 1;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Cpd& cpd = network.cpd(members[i]);
        if (!is_continuous(cpd) || !is_linear_gaussian(cpd)) return std::nullopt;
        for (const VariableId next : neighbours[members[i].index()])
            if (!std::exchange(seen[next.index()], 1)) members.push_back(next);
    }
    return members;
}

/// True if no evidence is impossible: no probability and no variance is 0.
bool is_positive(const BayesianNetwork& network) {
    return std::ranges::all_of(network.cpds(), [](const Cpd& cpd) {
        if (const TableCpd* const table = as_table(cpd))
            return std::ranges::all_of(table->table().values(), [](double p) { return p > 0; });
        if (!is_continuous(cpd) || !is_linear_gaussian(cpd)) return false;
        for (std::size_t row = 0; row < discrete_scope(cpd).cells(); ++row)
            if (!(regression(cpd, row)->variance > 0)) return false;
        return true;
    });
}

/// The number of states of each variable, multiplied; null where that is too many.
std::optional<std::size_t> cells_of(const BayesianNetwork& network,
                                    std::span<const VariableId> variables) {
    std::optional<std::size_t> cells = 1;
    for (const VariableId variable : variables)
        if (cells) cells = checked_mul(*cells, network.cardinality(variable));
    return cells;
}

/// The discrete variables, ascending, whose joint posterior weighs the configurations of every row:
/// those parents of the neighbourhood that some row does not know. Where there are none, any
/// discrete one says whether a row is possible. Empty where nothing has to be asked.
std::vector<VariableId> weighed_variables(const BayesianNetwork& network,
                                          const std::vector<VariableId>& neighbourhood,
                                          const EvidenceColumns& columns,
                                          std::span<const char> incomplete) {
    std::vector<char> is_complete(network.size(), 0);
    for (std::size_t i = 0; i < incomplete.size(); ++i)
        is_complete[columns.columns[i].variable.index()] = !incomplete[i];
    std::vector<VariableId> unknown = discrete_variables_of(
        network, {.hidden = neighbourhood, .observed = {}, .bounded = {}, .thresholds = {}},
        is_complete);
    if (!unknown.empty() || is_positive(network)) return unknown;
    for (std::size_t i = 0; i < network.size() && unknown.empty(); ++i)
        if (network.variable(VariableId(i)).is_discrete()) unknown.emplace_back(i);
    return unknown;
}

/// The batch of one network whose target is in a linear neighbourhood.
class LinearBatch {
public:
    LinearBatch(const EngineImplementation& engine, VariableId target,
                const std::optional<ConfigurationWeights>& weights, bool has_discrete_parents,
                const BatchOptions& options, DensityRowWriter& writer)
        : engine_(engine),
          target_(target),
          weights_(weights),
          has_discrete_parents_(has_discrete_parents),
          options_(options),
          writer_(writer) {}

    /// Row 0 of the columns is `first_row` of the batch.
    void run(const EvidenceColumns& columns, const std::vector<std::size_t>& incomplete,
             std::size_t first_row) {
        std::optional<BatchPosterior> weights;
        if (weights_) weights = weights_->of(columns, options_.threads);
        const std::vector<RowPattern> patterns =
            group_by_pattern(columns, incomplete, {nullptr, 0, columns.rows});
        std::vector<std::span<const std::uint32_t>> parts;
        for (const RowPattern& pattern : patterns)
            for (std::size_t begin = 0; begin < pattern.rows.size(); begin += most_rows)
                parts.push_back(
                    std::span(pattern.rows)
                        .subspan(begin, std::min(most_rows, pattern.rows.size() - begin)));
        const Chunk chunk{columns, weights ? &*weights : nullptr, first_row};
        parallel_for(parts.size(), options_.threads, [&](std::size_t begin, std::size_t end) {
            GaussianIntegral memory;
            for (std::size_t i = begin; i < end; ++i) run_pattern(chunk, parts[i], memory);
        });
    }

private:
    struct Chunk {
        const EvidenceColumns& columns;
        const BatchPosterior* weights;  ///< null where nothing has to be weighed
        std::size_t first_row;
    };

    /// Rows of a pattern that one thread takes, and those whose means are worked out together.
    static constexpr std::size_t most_rows = std::size_t{1} << 13,
                                 most_means = std::size_t{1} << 13;

    RowRegressions regressions_of(const Chunk& chunk, std::size_t row,
                                  GaussianIntegral& memory) const {
        if (!has_discrete_parents_) return {engine_.network, target_, chunk.columns, row, memory};
        return {engine_.network, target_, chunk.columns, row,
                engine_.options.max_mixture_components};
    }

    /// Rows that know the same variables.
    void run_pattern(const Chunk& chunk, std::span<const std::uint32_t> rows,
                     GaussianIntegral& memory) const {
        const RowRegressions regressions = regressions_of(chunk, rows.front(), memory);
        if (regressions.known_parents().empty()) return run_rows(chunk, regressions, rows);
        std::map<std::vector<std::size_t>, std::vector<std::uint32_t>> groups;
        std::vector<std::size_t> states;
        for (const std::uint32_t row : rows) {
            states_of(chunk.columns, regressions.known_parents(), row, states);
            groups[states].push_back(row);
        }
        for (const auto& [key, alike] : groups)
            run_rows(chunk, regressions_of(chunk, alike.front(), memory), alike);
    }

    static void states_of(const EvidenceColumns& columns, std::span<const VariableId> parents,
                          std::uint32_t row, std::vector<std::size_t>& states) {
        states.clear();
        for (const VariableId parent : parents) {
            const auto& column =
                *std::ranges::find(columns.columns, parent, &EvidenceColumn::variable);
            states.push_back(std::visit(
                [row](auto cells) { return static_cast<std::size_t>(cells[row]); }, column.cells));
        }
    }

    /// Rows that share their regressions.
    void run_rows(const Chunk& chunk, const RowRegressions& regressions,
                  std::span<const std::uint32_t> rows) const {
        const std::size_t cells = regressions.scope().cells();
        const std::size_t block = std::max<std::size_t>(most_means / cells, 8);
        const std::vector<std::size_t> cell_of = cells_by_weight(regressions.scope());
        std::vector<double> means(cells * std::min(block, rows.size())), weights(cells, 1.0);
        std::vector<DensityComponent> density;
        for (std::size_t begin = 0; begin < rows.size(); begin += block) {
            const auto some = rows.subspan(begin, std::min(block, rows.size() - begin));
            for (std::size_t cell = 0; cell < cells; ++cell)
                regressions.write_means(cell, some,
                                        std::span(means).subspan(cell * some.size(), some.size()));
            for (std::size_t i = 0; i < some.size(); ++i) {
                const std::size_t row = chunk.first_row + some[i];
                if (chunk.weights && !read_weights(*chunk.weights, some[i], cell_of, weights)) {
                    writer_.write_impossible(row);
                    continue;
                }
                density.clear();
                for (std::size_t cell = 0; cell < cells; ++cell)
                    if (weights[cell] > 0)
                        density.push_back(
                            {weights[cell], means[cell * some.size() + i], regressions.sd(cell)});
                writer_.write(row, density);
            }
        }
    }

    /// The cell of the regressions for each configuration of the weighed variables.
    std::vector<std::size_t> cells_by_weight(const Scope& scope) const {
        if (!weights_) return {};
        const Scope& weighed = weights_->scope();
        std::vector<std::size_t> cell_of(weighed.cells(), 0);
        for (std::size_t axis = 0; axis < scope.size(); ++axis) {
            const std::size_t from = weighed.axis(scope.variables()[axis]).value();
            for (std::size_t cell = 0; cell < cell_of.size(); ++cell)
                cell_of[cell] += cell / weighed.strides()[from] % weighed.cardinalities()[from] *
                                 scope.strides()[axis];
        }
        return cell_of;
    }

    /// False if the row is impossible.
    static bool read_weights(const BatchPosterior& all, std::size_t row,
                             std::span<const std::size_t> cell_of, std::vector<double>& weights) {
        if (all.log_evidence[row] == -infinity) return false;
        const double* const line = all.probabilities.data() + row * cell_of.size();
        std::ranges::fill(weights, 0.0);
        double sum = 0;
        for (std::size_t cell = 0; cell < cell_of.size(); ++cell) {
            weights[cell_of[cell]] += line[cell];
            sum += line[cell];
        }
        for (double& weight : weights) weight /= sum;
        return true;
    }

    const EngineImplementation& engine_;
    VariableId target_;
    const std::optional<ConfigurationWeights>& weights_;
    bool has_discrete_parents_;
    const BatchOptions& options_;
    DensityRowWriter& writer_;
};

void ask_row_by_row(const ContinuousQuestion& ask, const EvidenceColumns& columns,
                    std::size_t threads, DensityRowWriter& writer) {
    parallel_for(columns.rows, threads, [&](std::size_t begin, std::size_t end) {
        Workspace workspace;
        for (std::size_t row = begin; row < end; ++row) {
            const ContinuousPosterior posterior = ask(evidence_of_row(columns, row), workspace);
            if (posterior.impossible())
                writer.write_impossible(row);
            else
                writer.write(row, posterior);
        }
    });
}

/// So many rows at a time that their weights take a few megabytes.
std::size_t rows_at_once(const std::optional<ConfigurationWeights>& weights) {
    constexpr std::size_t numbers = std::size_t{1} << 20, least = std::size_t{1} << 10;
    return weights ? std::max(numbers / weights->scope().cells(), least) : numbers;
}

/// False where regressions are not the way.
bool ask_by_regression(const EngineImplementation& engine, VariableId target,
                       const EvidenceColumns& columns, std::span<const char> incomplete,
                       const BatchOptions& options, DensityRowWriter& writer) {
    const BayesianNetwork& network = engine.network;
    const auto neighbourhood = linear_neighbourhood(network, target);
    if (!neighbourhood) return false;
    const std::vector<VariableId> weighed =
        weighed_variables(network, *neighbourhood, columns, incomplete);
    std::optional<ConfigurationWeights> weights;
    if (!weighed.empty()) {
        const std::optional<std::size_t> cells = cells_of(network, weighed);
        if (weighed.size() > 1 && !(cells && *cells <= ConfigurationWeights::most_cells))
            return false;
        weights.emplace(engine, weighed);
    } else if (!is_positive(network)) {
        return false;
    }
    const bool has_discrete_parents =
        !discrete_variables_of(
             network, {.hidden = *neighbourhood, .observed = {}, .bounded = {}, .thresholds = {}},
             {})
             .empty();
    const std::vector<std::size_t> with_missing = incomplete_columns(incomplete);
    LinearBatch batch(engine, target, weights, has_discrete_parents, options, writer);
    const std::size_t step = rows_at_once(weights);
    for (std::size_t first = 0; first < columns.rows; first += step)
        batch.run(rows_of(columns, first, std::min(step, columns.rows - first)), with_missing,
                  first);
    return true;
}

}  // namespace

ContinuousBatchPosterior continuous_batch(const BayesianNetwork& network,
                                          const EngineImplementation* single,
                                          const ContinuousQuestion& ask, VariableId target,
                                          const EvidenceColumns& columns,
                                          const BatchOptions& options) {
    check_continuous_targets(network, {&target, 1});
    const std::vector<char> incomplete = find_incomplete(columns, network, options.threads);
    DensityRowWriter writer(options, columns.rows);
    if (!single || !ask_by_regression(*single, target, columns, incomplete, options, writer))
        ask_row_by_row(ask, columns, options.threads, writer);
    return writer.take();
}

}  // namespace pgm::detail
