#include <python/src/detail/engine.hpp>

#include <pgm/causal/counterfactual.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/interval.hpp>
#include <pgm/query/query_text.hpp>

#include <cmath>
#include <utility>

namespace pgm::python {
ListOfParts spread_list(const std::vector<std::optional<CredibleInterval>>& intervals) {
    nb::list all;
    for (const auto& interval : intervals)
        all.append(interval
                       ? nb::object(nb::make_tuple(interval->sd, interval->low, interval->high))
                       : nb::object(nb::none()));
    return ListOfParts(all);
}

namespace {

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
        const std::vector<Explanation>& best;
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
            nb::list assignments;
            for (const Explanation& one : best)
                assignments.append(
                    nb::make_tuple(assignment_of(network, one), std::exp(one.log_posterior)));
            return nb::make_tuple("assignment", nb::make_tuple(assignment_of(network, found),
                                                               found.log_posterior, assignments));
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
    return nb::make_tuple(std::visit(PartsOf{network, answer.best}, answer.result),
                          answer.log_evidence, answer.query);
}

/// The question, with evidence that stands beside its text.
Query question_of(const Engine& engine, std::string_view text, nb::handle evidence) {
    Query question = parse_query(engine.network(), text);
    if (evidence.is_none()) return question;
    question = joined(std::move(question), given_from(engine.network(), evidence));
    question.text.clear();  // it is written out with all that is given
    return question;
}

/// The answer to a question that spans worlds; where a mechanism is missing, "bounds": the least
/// and the greatest probability, and what is missing.
Parts answer_across_worlds(const Engine& engine, std::string_view text, nb::handle evidence) {
    CounterfactualQuery twin = counterfactual_query(engine.engine(), text);
    if (!evidence.is_none())
        twin.query = joined(std::move(twin.query), given_from(engine.network(), evidence));
    if (twin.missing.empty()) {
        Workspace workspace;
        return parts_of(twin.solver->network(), answer(*twin.solver, twin.query, workspace));
    }
    const CounterfactualBounds bounds = counterfactual_bounds(twin);
    if (bounds.meet())
        return parts_of(engine.network(), {.query = twin.query.text,
                                           .result = EventProbability{bounds.low, bounds.low > 0}});
    return nb::make_tuple(
        nb::make_tuple("bounds", nb::make_tuple(bounds.low, bounds.high, twin.missing)), nb::none(),
        twin.query.text);
}

Parts query(const Engine& engine, std::string_view text, nb::handle evidence) {
    if (is_counterfactual(text)) return answer_across_worlds(engine, text, evidence);
    const Query question = question_of(engine, text, evidence);
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

/// The intervals of the numbers of an answer.
ListOfParts intervals(const Engine& engine, std::string_view text, nb::handle evidence,
                      const IntervalWords& words) {
    const Query question = question_of(engine, text, evidence);
    const auto found = [&] {
        const nb::gil_scoped_release release;
        return credible_intervals(engine.engine().model(), question, engine.engine().options(),
                                  interval_options(words));
    }();
    return spread_list(found);
}

/// Those of the posteriors of some discrete variables, one after the other.
ListOfParts marginal_intervals(const Engine& engine, nb::handle evidence,
                               const std::vector<std::string>& targets,
                               const IntervalWords& words) {
    std::vector<VariableId> ids;
    for (const std::string& name : targets) ids.push_back(engine.network().id(name));
    const DrawnQuestion question =
        marginals_question(std::move(ids), given_from(engine.network(), evidence));
    const auto found = [&] {
        const nb::gil_scoped_release release;
        return credible_intervals(engine.engine().model(), question, engine.engine().options(),
                                  interval_options(words));
    }();
    return spread_list(found);
}

}  // namespace

void bind_engine(nb::module_& module) {
    nb::class_<Engine> engine(module, "Engine");
    engine.def(nb::init<const Network&, std::size_t>(), nb::arg("network"), nb::arg("threads"))
        .def("query", &query, nb::arg("text"), nb::arg("evidence").none())
        .def("intervals", &intervals, nb::arg("text"), nb::arg("evidence").none(), nb::arg("words"))
        .def("marginals", &marginals, nb::arg("evidence").none(), nb::arg("targets").none())
        .def("marginal_intervals", &marginal_intervals, nb::arg("evidence").none(),
             nb::arg("targets"), nb::arg("words"))
        .def("most_probable", &most_probable, nb::arg("evidence").none())
        .def("network", [](const Engine& of) { return Network(of.network()); });
    bind_row_answers(engine);
}

}  // namespace pgm::python
