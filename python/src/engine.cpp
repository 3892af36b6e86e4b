#include <python/src/detail/bindings.hpp>
#include <python/src/detail/frame.hpp>

#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
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

nb::list name_list(const BayesianNetwork& network, std::span<const VariableId> variables) {
    nb::list names;
    for (const VariableId id : variables) names.append(network.variable(id).name());
    return names;
}

nb::list state_lists(const BayesianNetwork& network, std::span<const VariableId> variables) {
    nb::list states;
    for (const VariableId id : variables) states.append(nb::cast(network.variable(id).states()));
    return states;
}

nb::dict assignment_of(const BayesianNetwork& network, const Explanation& found) {
    nb::dict assignment;
    for (std::size_t i = 0; i < found.states.size(); ++i) {
        const Variable& variable = network.variable(found.variables[i]);
        assignment[nb::cast(variable.name())] = nb::cast(variable.state(found.states[i]));
    }
    return assignment;
}

/// What an answer is, as pgm._results.Result takes it apart: its kind and the parts of that kind.
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
                    name_list(network, scope.variables()), state_lists(network, scope.variables()),
                    array_of(std::vector(cells.begin(), cells.end()),
                             {scope.cardinalities().begin(), scope.cardinalities().end()})));
        }
        nb::tuple operator()(const ContinuousPosterior& density) const {
            return nb::make_tuple(
                "density",
                nb::make_tuple(network.variable(density.variable()).name(), nb::cast(density)));
        }
        nb::tuple operator()(const Explanation& found) const {
            return nb::make_tuple(
                "assignment", nb::make_tuple(assignment_of(network, found), found.log_posterior));
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

/// (log P(e), the posteriors of the discrete targets one after the other, {continuous target:
/// Density}); of the chosen targets, or of all variables. Under impossible evidence, none.
Parts marginals(const Engine& engine, nb::handle evidence,
                const std::optional<std::vector<std::string>>& targets) {
    const BayesianNetwork& network = engine.network();
    const Given given = given_from(network, evidence);
    std::vector<VariableId> discrete, continuous;
    const auto add = [&](VariableId id) {
        (network.variable(id).is_discrete() ? discrete : continuous).push_back(id);
    };
    if (targets)
        for (const std::string& name : *targets) add(network.id(name));
    else
        for (std::size_t v = 0; v < network.size(); ++v) add(VariableId(v));
    std::vector<ContinuousPosterior> densities;
    const Posterior posterior = engine.with_workspace([&](Workspace& workspace) {
        const PreparedGiven prepared(engine.engine(), given, workspace);
        Posterior found = prepared.marginals(discrete, workspace);
        if (!found.impossible())
            for (const VariableId id : continuous)
                densities.push_back(
                    prepared.solver().continuous_marginal(id, prepared.evidence(), workspace));
        return found;
    });
    std::vector<double> numbers;
    nb::dict curves;
    if (!posterior.impossible()) {
        for (std::size_t i = 0; i < posterior.size(); ++i)
            numbers.insert(numbers.end(), posterior[i].begin(), posterior[i].end());
        for (const ContinuousPosterior& density : densities)
            curves[nb::cast(network.variable(density.variable()).name())] = nb::cast(density);
    }
    const std::size_t count = numbers.size();
    return nb::make_tuple(posterior.log_evidence(), array_of(std::move(numbers), {count}), curves);
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

/// What is known in the rows of a table: of all variables but the targets.
struct Findings {
    Findings(const BayesianNetwork& network, const Frame& frame,
             const std::vector<VariableId>& targets)
        : alignment(frame.data(), schema_of(network, targets), UnseenPolicy::error) {
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

    std::vector<VariableId> known;
    std::vector<Variable> schema;
    ColumnAlignment alignment;
    EvidenceColumns columns{};
};

/// ({discrete target: rows by states}, {continuous target: means, sds, lows, highs}, log P(e) of
/// the rows, none without a discrete target). Rows of impossible evidence are NaN.
Parts posteriors(const Engine& engine, const Frame& frame, const std::vector<std::string>& targets,
                 double interval, std::size_t threads) {
    const BayesianNetwork& network = engine.network();
    std::vector<VariableId> ids;
    for (const std::string& name : targets) ids.push_back(network.id(name));
    const Findings findings(network, frame, ids);
    const std::size_t rows = findings.columns.rows;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    nb::dict tables, forecasts;
    nb::object log_evidence = nb::none();
    for (const VariableId target : ids) {
        const Variable& variable = network.variable(target);
        if (variable.is_discrete()) {
            BatchPosterior batch = [&] {
                const nb::gil_scoped_release release;
                return engine.engine().marginals(target, findings.columns, threads);
            }();
            for (std::size_t row = 0; row < rows; ++row)
                if (batch.log_evidence[row] == -infinity)
                    batch.probabilities.row(static_cast<Eigen::Index>(row)).setConstant(none);
            tables[nb::cast(variable.name())] =
                nb::cast(array_of(std::move(batch.probabilities), {rows, variable.cardinality()}));
            log_evidence = nb::cast(array_of(std::move(batch.log_evidence), {rows}));
            continue;
        }
        ContinuousBatchPosterior batch = [&] {
            const nb::gil_scoped_release release;
            return engine.engine().continuous_marginals(target, findings.columns,
                                                        {.threads = threads, .interval = interval});
        }();
        for (std::size_t row = 0; row < rows; ++row)
            if (batch.status[row] == PosteriorStatus::impossible)
                batch.means[row] = batch.sds[row] = batch.lows[row] = batch.highs[row] = none;
        forecasts[nb::cast(variable.name())] = nb::make_tuple(
            array_of(std::move(batch.means), {rows}), array_of(std::move(batch.sds), {rows}),
            array_of(std::move(batch.lows), {rows}), array_of(std::move(batch.highs), {rows}));
    }
    return nb::make_tuple(tables, forecasts, log_evidence);
}

}  // namespace

void bind_engine(nb::module_& module) {
    nb::class_<Engine>(module, "Engine")
        .def(nb::init<const Network&, std::size_t>(), nb::arg("network"), nb::arg("threads"))
        .def("query", &query)
        .def("marginals", &marginals, nb::arg("evidence").none(), nb::arg("targets").none())
        .def("most_probable", &most_probable, nb::arg("evidence").none())
        .def("posteriors", &posteriors);
}

}  // namespace pgm::python
