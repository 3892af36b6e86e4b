#include <python/src/detail/bindings.hpp>
#include <python/src/detail/completed_rows.hpp>
#include <python/src/detail/frame.hpp>
#include <python/src/detail/listening.hpp>

#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/missing_cells.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

namespace pgm::python {
namespace {

/// An engine with the workspaces of the threads that use it.
class Engine {
public:
    explicit Engine(const Network& network, std::size_t threads)
        : engine_(*network.built(), {.threads = threads}) {}

    const InferenceEngine& engine() const { return engine_; }
    const BayesianNetwork& network() const { return engine_.network(); }

    /// Calls ask(workspace) without the lock of the interpreter, in a workspace that no other call
    /// uses meanwhile.
    template <class Ask>
    auto with_workspace(Ask&& ask) const {
        const nb::gil_scoped_release release;
        std::unique_ptr<Workspace> workspace = take();
        auto answer = ask(*workspace);
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(workspace));
        return answer;
    }

private:
    std::unique_ptr<Workspace> take() const {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return std::make_unique<Workspace>();
        std::unique_ptr<Workspace> workspace = std::move(free_.back());
        free_.pop_back();
        return workspace;
    }

    InferenceEngine engine_;
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<Workspace>> free_;
};

template <class Part>
nb::list list_of(const BayesianNetwork& network, std::span<const VariableId> variables, Part part) {
    nb::list parts;
    for (const VariableId id : variables) parts.append(nb::cast((network.variable(id).*part)()));
    return parts;
}

nb::dict assignment_of(const BayesianNetwork& network, const Explanation& found) {
    nb::dict assignment;
    for (std::size_t i = 0; i < found.states.size(); ++i) {
        const Variable& variable = network.variable(found.variables[i]);
        assignment[nb::cast(variable.name())] = nb::cast(variable.state(found.states[i]));
    }
    return assignment;
}

/// The parts of an answer, as pgm._results.Result takes them: its kind and the parts of that kind.
Parts parts_of(const BayesianNetwork& network, Answer&& answer) {
    struct PartsOf {
        const BayesianNetwork& network;
        nb::tuple operator()(const ImpossibleEvidence&) const {
            return nb::make_tuple("impossible", nb::none());
        }
        nb::tuple operator()(const EventProbability& event) const {
            return nb::make_tuple("probability", event.value);
        }
        nb::tuple operator()(const NumericValue& number) const {
            return nb::make_tuple("number", number.value);
        }
        nb::tuple operator()(const JointPosterior& joint) const {
            const Scope& scope = joint.table.scope();
            const std::span<const double> cells = joint.table.values();
            return nb::make_tuple(
                "distribution",
                nb::make_tuple(
                    list_of(network, scope.variables(), &Variable::name),
                    list_of(network, scope.variables(), &Variable::states),
                    array_of(std::vector(cells.begin(), cells.end()),
                             {scope.cardinalities().begin(), scope.cardinalities().end()})));
        }
        nb::tuple operator()(const ContinuousPosterior& density) const {
            return nb::make_tuple("density", nb::cast(NamedDensity(network, density)));
        }
        nb::tuple operator()(const Explanation& found) const {
            return nb::make_tuple(
                "assignment", nb::make_tuple(assignment_of(network, found), found.log_posterior));
        }
        nb::tuple operator()(const AnswerTable& table) const {
            nb::list names, rows;
            for (const ForEach& each : table.for_each)
                names.append(network.variable(each.variable).name());
            for (const AnswerRow& row : table.rows) {
                nb::list states;
                for (std::size_t i = 0; i < row.states.size(); ++i)
                    states.append(
                        network.variable(table.for_each[i].variable).state(row.states[i]));
                rows.append(nb::make_tuple(states, parts_of(network, Answer(row.answer))));
            }
            return nb::make_tuple("table", nb::make_tuple(names, rows));
        }
    };
    return nb::make_tuple(std::visit(PartsOf{network}, answer.result), answer.log_evidence,
                          answer.query);
}

Parts query(const Engine& engine, std::string_view text) {
    const Query question = parse_query(engine.network(), text);
    Answer found = engine.with_workspace(
        [&](Workspace& workspace) { return answer(engine.engine(), question, workspace); });
    return parts_of(engine.network(), std::move(found));
}

/// Posteriors of a question about several variables.
struct FoundPosteriors {
    double log_evidence = -infinity;
    std::vector<double> numbers;  ///< of the discrete targets, one after the other
    std::vector<ContinuousPosterior> densities;
};

FoundPosteriors asked(const Solver& solver, const Evidence& evidence,
                      const std::vector<VariableId>& discrete,
                      const std::vector<VariableId>& continuous, Workspace& workspace) {
    FoundPosteriors found;
    const Posterior& posterior = solver.marginals(discrete, evidence, workspace);
    found.log_evidence = posterior.log_evidence();
    if (posterior.impossible()) return found;
    for (std::size_t i = 0; i < posterior.size(); ++i)
        found.numbers.insert(found.numbers.end(), posterior[i].begin(), posterior[i].end());
    for (const VariableId id : continuous)
        found.densities.push_back(solver.density(id, evidence, workspace));
    return found;
}

/// (log P(e), the posteriors of the discrete targets one after the other, {continuous target:
/// Density}); of the chosen targets, or of all variables. Under impossible evidence, none.
Parts marginals(const Engine& engine, nb::handle evidence,
                const std::optional<std::vector<std::string>>& targets) {
    const BayesianNetwork& network = engine.network();
    std::vector<VariableId> discrete, continuous;
    const auto add = [&](VariableId id) {
        (network.variable(id).is_discrete() ? discrete : continuous).push_back(id);
    };
    if (targets)
        for (const std::string& name : *targets) add(network.id(name));
    else
        for (std::size_t v = 0; v < network.size(); ++v) add(VariableId(v));
    FoundPosteriors found;
    if (const std::optional<Evidence> findings = findings_from(network, evidence)) {
        found = engine.with_workspace([&](Workspace& workspace) {
            return asked(engine.engine(), *findings, discrete, continuous, workspace);
        });
    } else {
        const Given given = given_from(network, evidence);
        found = engine.with_workspace([&](Workspace& workspace) {
            const ConditionedEngine prepared(engine.engine(), given, workspace);
            if (prepared.contradictory()) return FoundPosteriors();
            return asked(prepared.solver(), prepared.evidence(), discrete, continuous, workspace);
        });
    }
    nb::dict curves;
    for (const ContinuousPosterior& density : found.densities)
        curves[nb::cast(network.variable(density.variable()).name())] =
            nb::cast(NamedDensity(network, density));
    const std::size_t count = found.numbers.size();
    return nb::make_tuple(found.log_evidence, array_of(std::move(found.numbers), {count}), curves);
}

/// ({variable: state}, log P(assignment | e), log P(e)); no assignment under impossible evidence.
Parts most_probable(const Engine& engine, nb::handle evidence) {
    Query question{.asked = MostProbableExplanationOf{},
                   .given = given_from(engine.network(), evidence)};
    const Answer found = engine.with_workspace(
        [&](Workspace& workspace) { return answer(engine.engine(), question, workspace); });
    if (found.impossible()) return nb::make_tuple(nb::none(), -infinity, -infinity);
    return nb::make_tuple(assignment_of(engine.network(), found.explanation()),
                          found.explanation().log_posterior, found.log_evidence);
}

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

/// (means, sds, lows, highs) of a continuous variable in each row; NaN under impossible evidence.
Parts forecast_of(const Engine& engine, const EvidenceColumns& columns, VariableId target,
                  double interval, std::size_t threads) {
    std::vector<double> means, sds, lows, highs;
    ask_in_portions(engine, columns, [&](const EvidenceColumns& rows, std::size_t) {
        const ContinuousBatchPosterior batch =
            engine.engine().densities(target, rows, {.threads = threads, .interval = interval});
        const auto append = [&](std::vector<double>& to, const std::vector<double>& numbers) {
            for (std::size_t row = 0; row < rows.rows; ++row)
                to.push_back(batch.status[row] == PosteriorStatus::impossible ? none
                                                                              : numbers[row]);
        };
        append(means, batch.means);
        append(sds, batch.sds);
        append(lows, batch.lows);
        append(highs, batch.highs);
    });
    const std::vector<std::size_t> shape = {columns.rows};
    return nb::make_tuple(array_of(std::move(means), shape), array_of(std::move(sds), shape),
                          array_of(std::move(lows), shape), array_of(std::move(highs), shape));
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
    nb::dict tables, forecasts;
    nb::object log_evidence = nb::none();
    for (const VariableId target : ids) {
        const nb::object name = nb::cast(network.variable(target).name());
        if (network.variable(target).is_discrete()) {
            auto [table, of_rows] = probabilities_of(engine, findings.columns, target, threads);
            tables[name] = nb::cast(std::move(table));
            log_evidence = nb::cast(std::move(of_rows));
        } else {
            forecasts[name] = forecast_of(engine, findings.columns, target, interval, threads);
        }
    }
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
    nb::dict cells;
    for (const DrawnCells& of_variable : drawn) {
        const Variable& variable = network.variable(of_variable.variable);
        cells[nb::cast(variable.name())] = drawn_values(of_variable, variable);
    }
    return nb::make_tuple(cells, findings.remarks());
}

}  // namespace

void bind_engine(nb::module_& module) {
    nb::class_<Engine>(module, "Engine")
        .def(nb::init<const Network&, std::size_t>(), nb::arg("network"), nb::arg("threads"))
        .def("query", &query)
        .def("intervals",
             [](const Engine& engine, std::string_view text, double probability, std::size_t draws,
                std::uint64_t seed) {
                 return intervals_of(engine.engine(), text, {probability, draws, seed});
             })
        .def("marginals", &marginals, nb::arg("evidence").none(), nb::arg("targets").none())
        .def("most_probable", &most_probable, nb::arg("evidence").none())
        .def("posteriors", &posteriors)
        .def("missing_posteriors", &missing_posteriors)
        .def("drawn_cells", &drawn_cells)
        .def("network", [](const Engine& engine) { return Network(engine.network()); });
}

}  // namespace pgm::python
