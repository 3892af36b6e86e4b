#include <pgm/query/answer.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/k_best.hpp>
#include <pgm/query/detail/information.hpp>
#include <pgm/query/detail/state_statistics.hpp>
#include <pgm/query/query_text.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

/// The number, if it is one.
double finite(double number, const std::string& query) {
    if (std::isfinite(number)) return number;
    throw ArgumentError(
        "the answer to '" + printable(query) +
            "', or a square on the way to it, is beyond 1.8e308, the largest number",
        "give the variables smaller units");
}

double combined(FormulaNode::Operator sign, double a, double b, const std::string& query) {
    using Operator = FormulaNode::Operator;
    switch (sign) {
        case Operator::add:
            return a + b;
        case Operator::subtract:
            return a - b;
        case Operator::multiply:
            return a * b;
        case Operator::divide:
            break;
    }
    if (b == 0)
        throw ArgumentError("'" + printable(query) + "' divides by zero",
                            "ask for what stands below the '/' by itself");
    return a / b;
}

/// Asks the engine, each kind of question in its own way, and writes the answer.
struct Asker {
    const ConditionedEngine& given;
    const Condition* event;             ///< that is asked about
    std::span<const VariableId> forms;  ///< the targets of a statistic
    std::size_t original_size;          ///< variables of the network without added ones
    Workspace& workspace;
    Answer& answer;

    void operator()(const ProbabilityOf&) const {
        if (const auto sides = probabilities_of_event()) answer.result = sides->first;
    }

    void operator()(const OddsOf&) const {
        const auto sides = probabilities_of_event();
        if (!sides) return;
        if (!sides->second.is_possible)
            throw ArgumentError(
                "the odds in '" + printable(answer.query) + "' are infinite: the event is certain",
                "its probability is P(..)");
        take_number(sides->first.value / sides->second.value);
    }

    void operator()(const StatisticOf& asked) const {
        const bool is_discrete = solver().network().variable(forms.front()).is_discrete();
        if (forms.size() == 2)
            is_discrete ? take_joint_moments(asked) : take_moments(asked);
        else if (is_discrete && asked.kind == Statistic::mode)
            take(solver().most_probable_assignment(forms, given.evidence(), workspace));
        else if (is_discrete)
            take_statistic_of_states(asked);
        else
            take_statistic_of_density(asked);
    }

    void operator()(const EntropyOf& asked) const {
        take(
            Information(solver(), given.evidence(), workspace).entropy(asked.targets, asked.known));
    }

    void operator()(const MutualInformationOf& asked) const {
        take(Information(solver(), given.evidence(), workspace)
                 .mutual(asked.left, asked.right, asked.known));
    }

    /// Answered question by question.
    void operator()(const FormulaOf&) const {}

    void operator()(const DistributionOf& asked) const {
        if (!solver().network().variable(asked.targets.front()).is_discrete()) {
            ContinuousPosterior density =
                solver().density(asked.targets.front(), given.evidence(), workspace);
            answer.log_evidence = density.log_evidence();
            if (!density.impossible()) answer.result = std::move(density);
            return;
        }
        JointPosterior posterior = solver().joint(asked.targets, given.evidence(), workspace);
        answer.log_evidence = posterior.log_evidence;
        if (posterior.status == PosteriorStatus::ok) answer.result = std::move(posterior);
    }

    void operator()(const MostProbableAssignmentOf& asked) const {
        take_best(asked.targets, asked.count);
    }

    void operator()(const MostProbableExplanationOf& asked) const {
        // Assignments that differ in added variables alone are the same one.
        if (is_extended() && (solver().is_mixture() || asked.count > 1))
            return take_best(open_variables(), asked.count);
        take_best({}, asked.count);
    }

private:
    using Statistic = StatisticOf::Kind;

    /// The probabilities of the event and of its contrary; null where what is given is impossible.
    std::optional<std::pair<EventProbability, EventProbability>> probabilities_of_event() const {
        const VariableId target[] = {event->variable};
        const Posterior& posterior = solver().marginals(target, given.evidence(), workspace);
        answer.log_evidence = posterior.log_evidence();
        if (posterior.impossible()) return std::nullopt;
        EventProbability is, is_not;
        for (std::size_t i = 0; i < posterior[0].size(); ++i) {
            EventProbability& sum = event->holds(StateId(i)) ? is : is_not;
            sum.value = std::min(1.0, sum.value + posterior[0][i]);
            sum.is_possible = sum.is_possible || posterior.is_possible(0, StateId(i));
        }
        return std::pair(is, is_not);
    }

    void take_number(double number) const {
        answer.result = NumericValue{finite(number, answer.query)};
    }

    void take(const std::optional<InformationFound>& found) const {
        if (!found) return;
        answer.log_evidence = found->log_evidence;
        answer.result = NumericValue{found->nats, "nats"};
    }

    void take_statistic_of_states(const StatisticOf& asked) const {
        const Posterior& posterior = solver().marginals(forms, given.evidence(), workspace);
        answer.log_evidence = posterior.log_evidence();
        if (posterior.impossible()) return;
        const StateNumbers states{numbers_of(0), posterior[0]};
        switch (asked.kind) {
            case Statistic::mean:
                return take_number(mean(states));
            case Statistic::sd:
                return take_number(standard_deviation(states));
            case Statistic::variance: {
                const double sd = standard_deviation(states);
                return take_number(sd * sd);
            }
            default:
                return take_number(
                    quantile(states, asked.kind == Statistic::median ? 0.5 : asked.probability));
        }
    }

    void take_statistic_of_density(const StatisticOf& asked) const {
        const bool is_of_density = asked.kind == Statistic::median ||
                                   asked.kind == Statistic::quantile ||
                                   asked.kind == Statistic::mode;
        // Moments are known also where the components of the density are too many.
        if (!is_of_density) {
            const ContinuousMoments moments = solver().moments(forms, given.evidence(), workspace);
            answer.log_evidence = moments.log_evidence;
            if (moments.status == PosteriorStatus::impossible) return;
            const double variance = moments.covariance(0, 0);
            if (asked.kind != Statistic::sd)
                return take_number(asked.kind == Statistic::mean ? moments.means[0] : variance);
            if (std::isnormal(variance)) return take_number(std::sqrt(variance));
            // The square of a standard deviation need not be a double where that is one.
        }
        const ContinuousPosterior density =
            solver().density(forms.front(), given.evidence(), workspace);
        answer.log_evidence = density.log_evidence();
        if (density.impossible()) return;
        take_number(asked.kind == Statistic::sd       ? density.sd()
                    : asked.kind == Statistic::mode   ? density.mode()
                    : asked.kind == Statistic::median ? density.median()
                                                      : density.quantile(asked.probability));
    }

    void take_moments(const StatisticOf& asked) const {
        const ContinuousMoments moments = solver().moments(forms, given.evidence(), workspace);
        answer.log_evidence = moments.log_evidence;
        if (moments.status == PosteriorStatus::impossible) return;
        take_number(asked.kind == Statistic::covariance ? moments.covariance(0, 1)
                                                        : moments.correlation(0, 1));
    }

    void take_joint_moments(const StatisticOf& asked) const {
        const JointPosterior joint = solver().joint(forms, given.evidence(), workspace);
        answer.log_evidence = joint.log_evidence;
        if (joint.status == PosteriorStatus::impossible) return;
        const PairMoments moments =
            pair_moments(numbers_of(0), numbers_of(1), joint.table.values());
        take_number(asked.kind == Statistic::covariance ? moments.covariance : moments.correlation);
    }

    std::vector<double> numbers_of(std::size_t form) const {
        return numbers_of_states(solver().network().variable(forms[form]));
    }

    const Solver& solver() const { return given.solver(); }
    bool is_extended() const { return solver().network().size() > original_size; }

    /// Added variables follow from the others, and need no place in a joint table.
    std::vector<VariableId> open_variables() const {
        std::vector<VariableId> open = discrete_variables(solver().network());
        std::erase_if(open, [&](VariableId id) {
            return id.index() >= original_size || given.fixed().contains(id);
        });
        return open;
    }

    void take_best(Question::Targets targets, std::size_t count) const {
        std::vector<Explanation> best = k_best(
            solver(), {Question::Kind::most_probable, targets, given.evidence()}, count, workspace);
        if (best.empty()) return;
        if (!targets) std::ranges::for_each(best, [&](Explanation& one) { keep_open(one); });
        take(best.front());
        answer.asked_for = count;
        if (count > 1) answer.best = std::move(best);
    }

    void take(Explanation explanation) const {
        answer.log_evidence = explanation.log_evidence;
        if (explanation.status == PosteriorStatus::ok) answer.result = std::move(explanation);
    }

    /// Drops what the question did not ask for: added variables and those that the given fixes.
    void keep_open(Explanation& explanation) const {
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
    if (const auto* const asked = std::get_if<ProbabilityOf>(&query.asked)) return &asked->event;
    const auto* const asked = std::get_if<OddsOf>(&query.asked);
    return asked ? &asked->event : nullptr;
}

std::span<const LinearForm> forms_of(const Query& query) {
    const auto* const asked = std::get_if<StatisticOf>(&query.asked);
    return asked ? std::span(asked->targets) : std::span<const LinearForm>();
}

/// The question, if it fits the network, with its text.
Query completed(Query query, const BayesianNetwork& network) {
    validate(query, network);
    if (query.text.empty()) query.text = format(network, query);
    return query;
}

}  // namespace

PreparedQuery::PreparedQuery(const Solver& solver, Query query, Workspace& workspace)
    : PreparedQuery(Fits{}, solver, completed(std::move(query), solver.network()), workspace) {}

PreparedQuery::PreparedQuery(Fits /*fits*/, const Solver& solver, Query query, Workspace& workspace)
    : solver_(&solver), query_(std::move(query)) {
    if (const auto* const formula = std::get_if<FormulaOf>(&query_.asked)) {
        for (const FormulaNode& node : formula->nodes)
            if (const Query* const part = std::get_if<Query>(&node.content))
                parts_.push_back(PreparedQuery(solver, *part, workspace));
    } else if (query_.for_each.empty()) {
        given_ = ConditionedEngine(solver, query_.given,
                                   ConditionedEngine::Asked{event_of(query_), forms_of(query_)},
                                   workspace);
    }
}

double PreparedQuery::compile_seconds() const {
    double seconds = given_ ? given_->compile_seconds() : 0;
    for (const PreparedQuery& part : parts_) seconds += part.compile_seconds();
    return seconds;
}

Answer PreparedQuery::answer(Workspace& workspace) const {
    if (const auto* const formula = std::get_if<FormulaOf>(&query_.asked))
        return answer_formula(*formula, workspace);
    if (!query_.for_each.empty()) return answer_table(workspace);
    Answer answer{.query = query_.text, .result = ImpossibleEvidence{query_.given}};
    if (given_->contradictory()) return answer;
    const std::size_t original_size = given_->original_->network().size();
    const Condition* const event = given_->event_ ? &*given_->event_ : nullptr;
    std::visit(Asker{*given_, event, given_->forms_, original_size, workspace, answer},
               query_.asked);
    answer.compile_seconds = workspace.compile_seconds();
    return answer;
}

Answer PreparedQuery::answer_formula(const FormulaOf& formula, Workspace& workspace) const {
    Answer answer{.query = query_.text, .result = {}, .log_evidence = 0};
    std::vector<double> values;
    std::size_t asked = 0;
    for (const auto& [content] : formula.nodes) {
        if (const double* const number = std::get_if<double>(&content)) {
            values.push_back(*number);
        } else if (const auto* const sign = std::get_if<FormulaNode::Operator>(&content)) {
            const double right = values.back();
            values.pop_back();
            values.back() = combined(*sign, values.back(), right, answer.query);
        } else {
            const Answer part = parts_[asked++].answer(workspace);
            answer.compile_seconds += part.compile_seconds;
            if (part.impossible()) {
                answer.result = part.result;
                answer.log_evidence = -infinity;
                return answer;
            }
            const auto* const event = std::get_if<EventProbability>(&part.result);
            values.push_back(event ? event->value : part.value());
        }
    }
    answer.result = NumericValue{finite(values.front(), answer.query)};
    return answer;
}

Answer PreparedQuery::answer_table(Workspace& workspace) const {
    const BayesianNetwork& network = solver_->network();
    std::vector<std::size_t> sizes;
    double count = 1;
    for (const ForEach& each : query_.for_each) {
        sizes.push_back(network.cardinality(each.variable));
        count *= static_cast<double>(sizes.back());
    }
    constexpr double most = 65536;
    if (count > most)
        throw TooLargeError("'" + printable(query_.text) + "' asks for " + to_text(count, 6) +
                                " answers; at most 65536 are given",
                            {}, "give some of the variables a state");
    AnswerTable table{.for_each = query_.for_each, .rows = {}};
    Answer answer{.query = query_.text, .result = ImpossibleEvidence{query_.given}};
    bool is_possible = false;
    std::vector<std::size_t> at(sizes.size(), 0);
    do {
        std::vector<StateId> states(at.begin(), at.end());
        Query question = row_of(query_, states);
        question.text = format(network, question);
        Answer row =
            PreparedQuery(Fits{}, *solver_, std::move(question), workspace).answer(workspace);
        is_possible = is_possible || !row.impossible();
        answer.compile_seconds += row.compile_seconds;
        table.rows.push_back({std::move(states), std::move(row)});
    } while (next_cell(at, sizes) > 0);
    if (is_possible) answer.result = std::move(table);
    return answer;
}

}  // namespace pgm
