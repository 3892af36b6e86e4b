#include <pgm/query/answer.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/translation.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

/// Asks the engine, each kind of question in its own way, and writes the answer.
struct Asker {
    const PreparedGiven& given;
    const std::optional<Condition>& event;
    std::size_t original_size;  ///< variables of the network without added ones
    Workspace& workspace;
    Answer& answer;

    void operator()(const ProbabilityOf&) const {
        const VariableId target[] = {event->variable};
        const Posterior& posterior = solver().marginals(target, given.evidence(), workspace);
        answer.log_evidence = posterior.log_evidence();
        if (posterior.impossible()) return;
        EventProbability sum;
        for (const StateId state : event->states) {
            sum.value += posterior[0][state.index()];
            sum.is_possible = sum.is_possible || posterior.is_possible(0, state);
        }
        sum.value = std::clamp(sum.value, 0.0, 1.0);
        answer.result = sum;
    }

    void operator()(const StatisticOf& asked) const {
        const bool is_discrete = solver().network().variable(asked.targets.front()).is_discrete();
        if (asked.targets.size() == 2)
            is_discrete ? take_joint_moments(asked) : take_moments(asked);
        else if (is_discrete)
            take_statistic_of_states(asked);
        else
            take_statistic_of_density(asked);
    }

    void operator()(const DistributionOf& asked) const {
        if (!solver().network().variable(asked.targets.front()).is_discrete()) {
            ContinuousPosterior density =
                solver().continuous_marginal(asked.targets.front(), given.evidence(), workspace);
            answer.log_evidence = density.log_evidence();
            if (!density.impossible()) answer.result = std::move(density);
            return;
        }
        JointPosterior posterior = solver().joint(asked.targets, given.evidence(), workspace);
        answer.log_evidence = posterior.log_evidence;
        if (posterior.status == PosteriorStatus::ok) answer.result = std::move(posterior);
    }

    void operator()(const MostProbableAssignmentOf& asked) const {
        take(solver().most_probable_assignment(asked.targets, given.evidence(), workspace));
    }

    void operator()(const MostProbableExplanationOf&) const {
        if (is_extended() && solver().is_mixture()) return ask_for_open_variables();
        Explanation all = solver().most_probable_explanation(given.evidence(), workspace);
        keep_open_variables(all);
        take(std::move(all));
    }

private:
    using Statistic = StatisticOf::Kind;

    void take_number(double number) const {
        if (!std::isfinite(number))
            throw ArgumentError("the answer to '" + printable(answer.query) +
                                    "' is beyond 1.8e308, the largest number",
                                "give the variables smaller units");
        answer.result = NumericValue{number};
    }

    /// From the least state on, the states that are needed for a probability.
    static double quantile_of(std::span<const double> numbers, std::span<const double> p,
                              double probability) {
        std::vector<std::size_t> order(numbers.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t state) { return numbers[state]; });
        double sum = 0;
        for (const std::size_t state : order)
            if ((sum += p[state]) >= probability) return numbers[state];
        return numbers[order.back()];
    }

    void take_statistic_of_states(const StatisticOf& asked) const {
        const Posterior& posterior = solver().marginals(asked.targets, given.evidence(), workspace);
        answer.log_evidence = posterior.log_evidence();
        if (posterior.impossible()) return;
        const std::span<const double> p = posterior[0];
        const std::vector<double> numbers =
            numbers_of_states(solver().network().variable(asked.targets.front()));
        if (asked.kind == Statistic::median || asked.kind == Statistic::quantile) {
            take_number(
                quantile_of(numbers, p, asked.kind == Statistic::median ? 0.5 : asked.probability));
            return;
        }
        double mean = 0;
        for (std::size_t state = 0; state < numbers.size(); ++state)
            mean += p[state] * numbers[state];
        // No rounding leads out of the range of the states.
        const auto [least, most] = std::ranges::minmax(numbers);
        mean = std::clamp(mean, least, most);
        // In units of the range of the states, whose square may be beyond all numbers.
        const double unit = most > least ? 0.5 * most - 0.5 * least : 1;
        double squares = 0;
        for (std::size_t state = 0; state < numbers.size(); ++state) {
            const double distance = (numbers[state] - mean) / unit;
            squares += p[state] * distance * distance;
        }
        const double sd = unit * std::sqrt(squares);
        take_number(asked.kind == Statistic::mean ? mean
                    : asked.kind == Statistic::sd ? sd
                                                  : sd * sd);
    }

    void take_statistic_of_density(const StatisticOf& asked) const {
        const VariableId target = asked.targets.front();
        // Moments are known also where the components of the density are too many.
        if (asked.kind != Statistic::median && asked.kind != Statistic::quantile) {
            const ContinuousMoments moments =
                solver().moments(asked.targets, given.evidence(), workspace);
            answer.log_evidence = moments.log_evidence;
            if (moments.status == PosteriorStatus::impossible) return;
            take_number(asked.kind == Statistic::mean ? moments.means[0]
                        : asked.kind == Statistic::sd ? std::sqrt(moments.covariance(0, 0))
                                                      : moments.covariance(0, 0));
            return;
        }
        const ContinuousPosterior density =
            solver().continuous_marginal(target, given.evidence(), workspace);
        answer.log_evidence = density.log_evidence();
        if (density.impossible()) return;
        take_number(density.quantile(asked.kind == Statistic::median ? 0.5 : asked.probability));
    }

    void take_moments(const StatisticOf& asked) const {
        const ContinuousMoments moments =
            solver().moments(asked.targets, given.evidence(), workspace);
        answer.log_evidence = moments.log_evidence;
        if (moments.status == PosteriorStatus::impossible) return;
        take_number(asked.kind == Statistic::covariance ? moments.covariance(0, 1)
                                                        : moments.correlation(0, 1));
    }

    void take_joint_moments(const StatisticOf& asked) const {
        const JointPosterior joint = solver().joint(asked.targets, given.evidence(), workspace);
        answer.log_evidence = joint.log_evidence;
        if (joint.status == PosteriorStatus::impossible) return;
        const auto numbers = [&](std::size_t i) {
            return numbers_of_states(solver().network().variable(asked.targets[i]));
        };
        const std::vector<double> a = numbers(0), b = numbers(1);
        const auto mean_of = [&](const auto& value) {
            double sum = 0;
            for (std::size_t i = 0; i < a.size(); ++i)
                for (std::size_t j = 0; j < b.size(); ++j)
                    sum += joint.table[i * b.size() + j] * value(i, j);
            return sum;
        };
        const double mean_a = mean_of([&](std::size_t i, std::size_t) { return a[i]; }),
                     mean_b = mean_of([&](std::size_t, std::size_t j) { return b[j]; });
        const auto moment = [&](double of_a, double of_b, double both) {
            return mean_of([&](std::size_t i, std::size_t j) {
                const double x = a[i] - mean_a, y = b[j] - mean_b;
                return of_a * x * x + of_b * y * y + both * x * y;
            });
        };
        const double covariance = moment(0, 0, 1);
        const double scale = std::sqrt(moment(1, 0, 0)) * std::sqrt(moment(0, 1, 0));
        take_number(asked.kind == Statistic::covariance ? covariance
                    : scale > 0                         ? std::clamp(covariance / scale, -1.0, 1.0)
                                                        : 0);
    }

    const SolverView& solver() const { return given.solver(); }
    bool is_extended() const { return solver().network().size() > original_size; }

    /// Added variables follow from the others, and need no place in a joint table.
    void ask_for_open_variables() const {
        std::vector<VariableId> open = discrete_variables(solver().network());
        std::erase_if(open, [&](VariableId id) {
            return id.index() >= original_size || given.fixed().contains(id);
        });
        take(solver().most_probable_assignment(open, given.evidence(), workspace));
    }

    void take(Explanation explanation) const {
        answer.log_evidence = explanation.log_evidence;
        if (explanation.status == PosteriorStatus::ok) answer.result = std::move(explanation);
    }

    /// Drops what the question did not ask for: added variables and those that the given fixes.
    void keep_open_variables(Explanation& explanation) const {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < explanation.states.size(); ++i) {
            const VariableId variable = explanation.variables[i];
            if (variable.index() >= original_size || given.fixed().contains(variable)) continue;
            explanation.variables[kept] = variable;
            explanation.states[kept++] = explanation.states[i];
        }
        explanation.variables.resize(kept);
        explanation.states.resize(kept);
    }
};

const Expression* event_of(const Query& query) {
    const auto* const asked = std::get_if<ProbabilityOf>(&query.asked);
    return asked ? &asked->event : nullptr;
}

/// The question, if it fits the network, with its text.
Query completed(Query query, const BayesianNetwork& network) {
    validate(query, network);
    if (query.text.empty()) query.text = format(network, query);
    return query;
}

template <class Result>
const Result& result_of(const Answer& answer, const char* what) {
    if (answer.impossible())
        throw ImpossibleEvidenceError("what is given in '" + printable(answer.query) +
                                      "' has probability zero: there is no answer");
    if (const Result* const result = std::get_if<Result>(&answer.result)) return *result;
    throw ArgumentError("'" + printable(answer.query) + "' does not ask for " + what);
}

}  // namespace

double Answer::probability() const {
    return result_of<EventProbability>(*this, "a probability").value;
}

double Answer::value() const {
    return result_of<NumericValue>(*this, "a number").value;
}

const Table& Answer::distribution() const {
    return result_of<JointPosterior>(*this, "a distribution").table;
}

const ContinuousPosterior& Answer::density() const {
    return result_of<ContinuousPosterior>(*this, "a density");
}

const Explanation& Answer::explanation() const {
    return result_of<Explanation>(*this, "an assignment");
}

PreparedQuery::PreparedQuery(const SolverView& solver, Query query, Workspace& workspace)
    : query_(completed(std::move(query), solver.network())),
      given_(solver, query_.given, event_of(query_), workspace) {}

Answer PreparedQuery::answer(Workspace& workspace) const {
    Answer answer{.query = query_.text, .result = {}};
    if (given_.contradictory()) return answer;
    const std::size_t original_size = given_.original_.network().size();
    std::visit(Asker{given_, given_.event_, original_size, workspace, answer}, query_.asked);
    answer.compile_seconds = workspace.compile_seconds();
    return answer;
}

Answer answer(const SolverView& solver, const Query& query) {
    Workspace workspace;
    return answer(solver, query, workspace);
}

Answer answer(const SolverView& solver, const Query& query, Workspace& workspace) {
    return PreparedQuery(solver, query, workspace).answer(workspace);
}

const Posterior& marginals(const SolverView& solver, std::span<const VariableId> targets,
                           const Given& given, Workspace& workspace) {
    return PreparedGiven(solver, given, workspace).marginals(targets, workspace);
}

Answer answer(const SolverView& solver, std::string_view query) {
    return answer(solver, parse_query(solver.network(), query));
}

std::map<VariableId, StateId> fixed_states(const BayesianNetwork& network, const Given& given) {
    AuxiliaryNodes auxiliary(network);
    return translate(given, auxiliary).fixed;
}

ConditionedNetwork conditioned(const BayesianNetwork& network, const Given& given) {
    Given soft = given;
    for (const auto& [variable, probabilities] : given.posteriors)
        soft.likelihoods.push_back({variable, probabilities});
    AuxiliaryNodes auxiliary(network);
    Translation translation = translate(soft, auxiliary);
    return {auxiliary.network(), std::move(translation.evidence), translation.contradictory};
}

}  // namespace pgm
