#include <python/src/detail/completed_rows.hpp>
#include <python/src/detail/engine.hpp>
#include <python/src/detail/frame.hpp>
#include <python/src/detail/listening.hpp>

#include <pgm/classify/column_alignment.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/missing_cells.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace pgm::python {
namespace {

/// Findings in the rows of a table: of all variables but the targets.
struct Findings {
    Findings(const BayesianNetwork& network, const Frame& frame,
             const std::vector<VariableId>& targets, UnseenPolicy unseen)
        : alignment(frame.data(), schema_of(network, targets), unseen) {
        columns.rows = frame.data().rows();
        for (std::size_t i = 0; i < known.size(); ++i)
            if (const Column* const column = alignment.columns()[i])
                columns.columns.push_back({known[i], evidence_cells(*column)});
    }

    std::span<const Variable> schema_of(const BayesianNetwork& network,
                                        const std::vector<VariableId>& targets) {
        for (std::size_t v = 0; v < network.size(); ++v) {
            if (std::ranges::find(targets, VariableId(v)) != targets.end()) continue;
            known.emplace_back(v);
            schema.push_back(network.variable(VariableId(v)));
        }
        return schema;
    }

    /// Warnings of values that are no states.
    nb::object remarks() const {
        return problem_list(remarks_on({.unseen = alignment.report().unseen}, "network"));
    }

    std::vector<VariableId> known;
    std::vector<Variable> schema;
    ColumnAlignment alignment;
    EvidenceColumns columns{};
};

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// So many rows that a portion of them takes a fraction of a second, by the states of the network.
std::size_t first_portion(const BayesianNetwork& network) {
    constexpr std::size_t states_at_most = std::size_t{1} << 21, least = 256, most = 16384;
    std::size_t states = 1;
    for (const Variable& variable : network.variables()) states += variable.cardinality();
    return std::clamp(states_at_most / states, least, most);
}

/// Calls ask(rows, first) for portions of the rows, without the lock of the interpreter, and
/// listens to Ctrl-C between them. Each is four times as long as the one before it, since what rows
/// have in common is worked out for each portion.
template <class Ask>
void ask_in_portions(const Engine& engine, const EvidenceColumns& columns, Ask&& ask) {
    listening(1, nb::none(), [&](const learners::SearchControl& control) {
        std::size_t portion = first_portion(engine.network()), first = 0;
        do {
            control.stop.check();
            const std::size_t count = std::min(portion, columns.rows - first);
            ask(rows_of(columns, first, count), first);
            first += count;
            portion *= 4;
        } while (first < columns.rows);
        return true;
    });
}

/// The posteriors of a discrete variable, rows by states, and log P(e) of each row. Rows of
/// impossible evidence are NaN.
std::pair<Array, Array> probabilities_of(const Engine& engine, const EvidenceColumns& columns,
                                         VariableId target, std::size_t threads) {
    const std::size_t states = engine.network().variable(target).cardinality();
    RowsByStates probabilities(columns.rows, states);
    std::vector<double> log_evidence(columns.rows);
    ask_in_portions(engine, columns, [&](const EvidenceColumns& rows, std::size_t first) {
        const BatchPosterior batch = engine.engine().marginals(target, rows, {.threads = threads});
        const auto begin = static_cast<Eigen::Index>(first);
        probabilities.middleRows(begin, batch.probabilities.rows()) = batch.probabilities;
        std::ranges::copy(batch.log_evidence,
                          log_evidence.begin() + static_cast<std::ptrdiff_t>(first));
        for (std::size_t row = 0; row < rows.rows; ++row)
            if (batch.log_evidence[row] == -infinity)
                probabilities.row(begin + static_cast<Eigen::Index>(row)).setConstant(none);
    });
    return {array_of(std::move(probabilities), {columns.rows, states}),
            array_of(std::move(log_evidence), {columns.rows})};
}

/// {continuous variable: means, sds, lows, highs in each row}; NaN under impossible evidence.
nb::dict forecasts_of(const Engine& engine, const EvidenceColumns& columns,
                      const std::vector<VariableId>& targets, const BatchOptions& options) {
    std::vector<std::array<std::vector<double>, 4>> numbers(targets.size());
    ask_in_portions(engine, columns, [&](const EvidenceColumns& rows, std::size_t) {
        const auto batches = engine.engine().densities(targets, rows, options);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const auto& [status, means, sds, lows, highs, log_densities, crps] = batches[i];
            const std::vector<double>* const answers[] = {&means, &sds, &lows, &highs};
            for (std::size_t kind = 0; kind < numbers[i].size(); ++kind)
                for (std::size_t row = 0; row < rows.rows; ++row)
                    numbers[i][kind].push_back(
                        status[row] == PosteriorStatus::impossible ? none : (*answers[kind])[row]);
        }
    });
    nb::dict forecasts;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const auto array = [&](std::size_t kind) {
            return array_of(std::move(numbers[i][kind]), {columns.rows});
        };
        forecasts[nb::cast(engine.network().variable(targets[i]).name())] =
            nb::make_tuple(array(0), array(1), array(2), array(3));
    }
    return forecasts;
}

/// log P(e) of each row.
Array log_evidence_of(const Engine& engine, const EvidenceColumns& columns, std::size_t threads) {
    const std::vector<VariableId> discrete = discrete_variables(engine.network());
    if (!discrete.empty())
        return probabilities_of(engine, columns, discrete.front(), threads).second;
    std::vector<double> log_evidence;
    ask_in_portions(engine, columns, [&](const EvidenceColumns& rows, std::size_t) {
        const BatchPosterior batch = engine.engine().marginals(rows, {.threads = threads});
        log_evidence.insert(log_evidence.end(), batch.log_evidence.begin(),
                            batch.log_evidence.end());
    });
    return array_of(std::move(log_evidence), {columns.rows});
}

/// ({discrete target: rows by states}, {continuous target: means, sds, lows, highs}, log P(e) of
/// the rows, values that did not match). Rows of impossible evidence are NaN.
Parts posteriors(const Engine& engine, const Frame& frame, const std::vector<std::string>& targets,
                 double interval, const std::string& unseen, std::size_t threads) {
    const BayesianNetwork& network = engine.network();
    std::vector<VariableId> ids;
    for (const std::string& name : targets) ids.push_back(network.id(name));
    const Findings findings(network, frame, ids, parse_unseen_policy(unseen));
    nb::dict tables;
    nb::object log_evidence = nb::none();
    std::vector<VariableId> continuous;
    for (const VariableId target : ids) {
        if (!network.variable(target).is_discrete()) {
            continuous.push_back(target);
            continue;
        }
        auto [table, of_rows] = probabilities_of(engine, findings.columns, target, threads);
        tables[nb::cast(network.variable(target).name())] = nb::cast(std::move(table));
        log_evidence = nb::cast(std::move(of_rows));
    }
    const nb::dict forecasts = forecasts_of(engine, findings.columns, continuous,
                                            {.threads = threads, .interval = interval});
    if (log_evidence.is_none())
        log_evidence = nb::cast(log_evidence_of(engine, findings.columns, threads));
    return nb::make_tuple(tables, forecasts, log_evidence, findings.remarks());
}

/// posteriors() of the missing values: ({discrete column: rows by states}, {continuous column:
/// means, sds, lows, highs}, log P(known cells) of the rows, values that did not match).
Parts missing_posteriors(const Engine& engine, const Frame& frame, double interval,
                         const std::string& unseen, std::size_t threads) {
    const BayesianNetwork& network = engine.network();
    const Findings findings(network, frame, {}, parse_unseen_policy(unseen));
    const auto found = listening(1, nb::none(), [&](const learners::SearchControl&) {
        return missing_marginals(engine.engine(), findings.columns,
                                 {.threads = threads, .interval = interval});
    });
    nb::dict tables, forecasts;
    for (const MissingMarginals& of_variable : found) {
        const Variable& variable = network.variable(of_variable.variable);
        const auto& column = *std::ranges::find(findings.columns.columns, of_variable.variable,
                                                &EvidenceColumn::variable);
        const nb::object name = nb::cast(variable.name());
        if (variable.is_discrete())
            tables[name] = nb::cast(completed_table(of_variable, column, findings.columns.rows));
        else
            forecasts[name] = completed_numbers(of_variable, column, findings.columns.rows);
    }
    nb::object log_evidence = nb::cast(log_evidence_of(engine, findings.columns, threads));
    return nb::make_tuple(tables, forecasts, log_evidence, findings.remarks());
}

nb::dict cells_by_name(const BayesianNetwork& network, const std::vector<DrawnCells>& columns) {
    nb::dict cells;
    for (const DrawnCells& of_variable : columns) {
        const Variable& variable = network.variable(of_variable.variable);
        cells[nb::cast(variable.name())] = drawn_values(of_variable, variable);
    }
    return cells;
}

/// ({column with missing cells: (rows, state names or numbers)}, drawn together; values that did
/// not match).
Parts drawn_cells(const Engine& engine, const Frame& frame, const std::string& unseen,
                  std::uint64_t seed, std::size_t threads) {
    const BayesianNetwork& network = engine.network();
    const Findings findings(network, frame, {}, parse_unseen_policy(unseen));
    const auto drawn = listening(threads, nb::none(), [&](const learners::SearchControl& control) {
        return draw_missing_cells(engine.engine(), findings.columns,
                                  {.seed = seed, .threads = control.threads, .stop = control.stop});
    });
    return nb::make_tuple(cells_by_name(network, drawn), findings.remarks());
}

/// Likewise of the most probable state of each missing cell by itself, or the mean.
Parts most_probable_cells_of(const Engine& engine, const Frame& frame, const std::string& unseen,
                             std::size_t threads) {
    const Findings findings(engine.network(), frame, {}, parse_unseen_policy(unseen));
    const auto found = listening(1, nb::none(), [&](const learners::SearchControl&) {
        std::vector<DrawnCells> cells;
        for (const MissingMarginals& missing :
             missing_marginals(engine.engine(), findings.columns, {.threads = threads}))
            cells.push_back(most_probable_cells(missing));
        return cells;
    });
    return nb::make_tuple(cells_by_name(engine.network(), found), findings.remarks());
}

}  // namespace

void bind_row_answers(nb::class_<Engine>& engine) {
    engine.def("posteriors", &posteriors)
        .def("missing_posteriors", &missing_posteriors)
        .def("drawn_cells", &drawn_cells)
        .def("most_probable_cells", &most_probable_cells_of);
}

}  // namespace pgm::python
