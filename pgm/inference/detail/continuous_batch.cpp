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
#include <string>

namespace pgm::detail {
namespace {

/// By variable: its continuous parents and the children of which it is one.
std::vector<std::vector<VariableId>> continuous_neighbours(const BayesianNetwork& network) {
    std::vector<std::vector<VariableId>> neighbours(network.size());
    for (const Cpd& cpd : network.cpds()) {
        const VariableId child = child_of(cpd);
        for (const VariableId parent : parents_of(cpd)) {
            if (network.variable(parent).is_discrete()) continue;
            neighbours[parent.index()].push_back(child);
            neighbours[child.index()].push_back(parent);
        }
    }
    return neighbours;
}

bool has_discrete_parents(const BayesianNetwork& network,
                          const std::vector<VariableId>& neighbourhood) {
    const ContinuousComponent members{
        .hidden = neighbourhood, .observed = {}, .bounded = {}, .thresholds = {}};
    return !discrete_variables_of(network, members, {}).empty();
}

/// The continuous variables that are connected with a target by arcs between continuous ones: a
/// list for each set of them that regressions speak about, as about the discrete children. Sets
/// without discrete parents are one list, the first, for they are answered alike.
std::vector<std::vector<VariableId>> linear_neighbourhoods(const BayesianNetwork& network,
                                                           std::span<const VariableId> targets) {
    const std::vector<std::vector<VariableId>> neighbours = continuous_neighbours(network);
    std::vector<char> seen(network.size(), 0);
    std::vector<std::vector<VariableId>> found(1);
    for (const VariableId target : targets) {
        if (std::exchange(seen[target.index()], 1)) continue;
        std::vector<VariableId> members{target};
        bool is_linear = true;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const Cpd& cpd = network.cpd(members[i]);
            is_linear = is_linear && is_continuous(cpd) && is_linear_gaussian(cpd);
            for (const VariableId next : neighbours[members[i].index()])
                if (!std::exchange(seen[next.index()], 1)) members.push_back(next);
        }
        if (!is_linear) continue;
        if (has_discrete_parents(network, members))
            found.push_back(std::move(members));
        else
            found.front().insert(found.front().end(), members.begin(), members.end());
    }
    return found;
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

/// A variable that is asked for, and where its answers go.
struct WrittenTarget {
    VariableId variable;
    DensityRowWriter* writer;
};

/// The batch of one network whose targets are in one linear neighbourhood, or in several of those
/// without discrete parents.
class LinearBatch {
public:
    LinearBatch(const EngineImplementation& engine, std::span<const WrittenTarget> targets,
                const std::optional<ConfigurationWeights>& weights, bool has_discrete_parents,
                std::size_t threads)
        : engine_(engine),
          targets_(targets),
          weights_(weights),
          has_discrete_parents_(has_discrete_parents),
          threads_(threads) {}

    /// Row 0 of the columns is `first_row` of the batch.
    void run(const EvidenceColumns& columns, const std::vector<std::size_t>& incomplete,
             std::size_t first_row) {
        std::optional<BatchPosterior> weights;
        if (weights_) weights = weights_->of(columns, threads_);
        const std::vector<RowPattern> patterns =
            group_by_pattern(columns, incomplete, {nullptr, 0, columns.rows});
        std::vector<std::span<const std::uint32_t>> parts;
        for (const RowPattern& pattern : patterns)
            for (std::size_t begin = 0; begin < pattern.rows.size(); begin += most_rows)
                parts.push_back(
                    std::span(pattern.rows)
                        .subspan(begin, std::min(most_rows, pattern.rows.size() - begin)));
        const Chunk chunk{columns, weights ? &*weights : nullptr, first_row};
        parallel_for(parts.size(), threads_, [&](std::size_t begin, std::size_t end) {
            PatternGaussians gaussians(engine_.network, columns);
            for (std::size_t i = begin; i < end; ++i) {
                if (has_discrete_parents_)
                    for (const WrittenTarget& target : targets_)
                        run_by_states(chunk, target, parts[i]);
                else
                    run_together(chunk, gaussians, parts[i]);
            }
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

    /// Some rows for all targets, then the next ones: their values are read from the cache. So many
    /// targets at a time that their regressions take a few megabytes.
    void run_together(const Chunk& chunk, PatternGaussians& gaussians,
                      std::span<const std::uint32_t> rows) const {
        constexpr std::size_t most_numbers = std::size_t{1} << 18, most_together = 256;
        gaussians.start(rows.front());
        const std::size_t count = most_numbers / (gaussians.known().size() + 1) + 1;
        for (std::size_t first = 0; first < targets_.size(); first += count) {
            const auto targets = targets_.subspan(first, std::min(count, targets_.size() - first));
            std::vector<RowRegressions> regressions;
            for (const WrittenTarget& target : targets)
                regressions.emplace_back(gaussians, target.variable);
            for (std::size_t begin = 0; begin < rows.size(); begin += most_together) {
                const auto some = rows.subspan(begin, std::min(most_together, rows.size() - begin));
                for (std::size_t i = 0; i < targets.size(); ++i)
                    run_rows(chunk, targets[i], regressions[i], some);
            }
        }
    }

    /// Rows that know the same variables, of which the states of discrete parents are one more
    /// thing to have in common.
    void run_by_states(const Chunk& chunk, const WrittenTarget& target,
                       std::span<const std::uint32_t> rows) const {
        const auto regressions_of = [&](std::size_t row) -> RowRegressions {
            return {engine_.network, target.variable, chunk.columns, row,
                    engine_.options.max_mixture_components};
        };
        const RowRegressions regressions = regressions_of(rows.front());
        if (regressions.known_parents().empty()) return run_rows(chunk, target, regressions, rows);
        std::map<std::vector<std::size_t>, std::vector<std::uint32_t>> groups;
        std::vector<std::size_t> states;
        for (const std::uint32_t row : rows) {
            states_of(chunk.columns, regressions.known_parents(), row, states);
            groups[states].push_back(row);
        }
        for (const auto& [key, alike] : groups)
            run_rows(chunk, target, regressions_of(alike.front()), alike);
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
    void run_rows(const Chunk& chunk, const WrittenTarget& target,
                  const RowRegressions& regressions, std::span<const std::uint32_t> rows) const {
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
                    target.writer->write_impossible(row);
                    continue;
                }
                density.clear();
                for (std::size_t cell = 0; cell < cells; ++cell)
                    if (weights[cell] > 0)
                        density.push_back(
                            {weights[cell], means[cell * some.size() + i], regressions.sd(cell)});
                target.writer->write(row, density);
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
    std::span<const WrittenTarget> targets_;
    const std::optional<ConfigurationWeights>& weights_;
    bool has_discrete_parents_;
    std::size_t threads_;
};

void ask_row_by_row(const ContinuousQuestion& ask, const EvidenceColumns& columns,
                    std::size_t threads, const WrittenTarget& target) {
    parallel_for(columns.rows, threads, [&](std::size_t begin, std::size_t end) {
        Workspace workspace;
        for (std::size_t row = begin; row < end; ++row) {
            const ContinuousPosterior posterior =
                ask(target.variable, evidence_of_row(columns, row), workspace);
            if (posterior.impossible())
                target.writer->write_impossible(row);
            else
                target.writer->write(row, posterior);
        }
    });
}

/// So many rows at a time that their weights take a few megabytes.
std::size_t rows_at_once(const std::optional<ConfigurationWeights>& weights) {
    constexpr std::size_t numbers = std::size_t{1} << 20, least = std::size_t{1} << 10;
    return weights ? std::max(numbers / weights->scope().cells(), least) : numbers;
}

/// Where the targets of one neighbourhood are asked for.
struct BatchRows {
    const EvidenceColumns& columns;
    std::span<const char> incomplete;
    std::size_t threads;
};

/// False where regressions are not the way.
bool ask_by_regression(const EngineImplementation& engine,
                       const std::vector<VariableId>& neighbourhood,
                       std::span<const WrittenTarget> targets, const BatchRows& rows) {
    const BayesianNetwork& network = engine.network;
    const EvidenceColumns& columns = rows.columns;
    const std::vector<VariableId> weighed =
        weighed_variables(network, neighbourhood, columns, rows.incomplete);
    std::optional<ConfigurationWeights> weights;
    if (!weighed.empty()) {
        const std::optional<std::size_t> cells = cells_of(network, weighed);
        if (weighed.size() > 1 && !(cells && *cells <= ConfigurationWeights::most_cells))
            return false;
        weights.emplace(engine, weighed);
    } else if (!is_positive(network)) {
        return false;
    }
    const std::vector<std::size_t> with_missing = incomplete_columns(rows.incomplete);
    LinearBatch batch(engine, targets, weights, has_discrete_parents(network, neighbourhood),
                      rows.threads);
    const std::size_t step = rows_at_once(weights);
    for (std::size_t first = 0; first < columns.rows; first += step)
        batch.run(rows_of(columns, first, std::min(step, columns.rows - first)), with_missing,
                  first);
    return true;
}

/// Takes those of a neighbourhood away from the targets.
std::vector<WrittenTarget> take_members(std::vector<WrittenTarget>& targets,
                                        std::span<const VariableId> neighbourhood) {
    std::vector<VariableId> members(neighbourhood.begin(), neighbourhood.end());
    std::ranges::sort(members);
    const auto others = std::ranges::stable_partition(targets, [&](const WrittenTarget& target) {
        return !std::ranges::binary_search(members, target.variable);
    });
    std::vector<WrittenTarget> taken(others.begin(), others.end());
    targets.erase(others.begin(), others.end());
    return taken;
}

}  // namespace

std::vector<ContinuousBatchPosterior> continuous_batch(const BayesianNetwork& network,
                                                       const EngineImplementation* single,
                                                       const ContinuousQuestion& ask,
                                                       std::span<const VariableId> targets,
                                                       const EvidenceColumns& columns,
                                                       const BatchOptions& options) {
    check_continuous_targets(network, targets);
    if (targets.size() > 1 && !options.truth.empty())
        throw ArgumentError("true values are those of one variable, not of " +
                            std::to_string(targets.size()));
    const std::vector<char> incomplete = find_incomplete(columns, network, options.threads);
    std::vector<DensityRowWriter> writers;
    for (std::size_t i = 0; i < targets.size(); ++i) writers.emplace_back(options, columns.rows);
    std::vector<WrittenTarget> left;
    for (std::size_t i = 0; i < targets.size(); ++i) left.push_back({targets[i], &writers[i]});
    std::vector<std::vector<VariableId>> neighbourhoods;
    if (single) neighbourhoods = linear_neighbourhoods(network, targets);
    for (const std::vector<VariableId>& members : neighbourhoods) {
        const std::vector<WrittenTarget> taken = take_members(left, members);
        if (!taken.empty() &&
            !ask_by_regression(*single, members, taken, {columns, incomplete, options.threads}))
            left.insert(left.end(), taken.begin(), taken.end());
    }
    for (const WrittenTarget& target : left) ask_row_by_row(ask, columns, options.threads, target);
    std::vector<ContinuousBatchPosterior> answers;
    for (DensityRowWriter& writer : writers) answers.push_back(writer.take());
    return answers;
}

}  // namespace pgm::detail
