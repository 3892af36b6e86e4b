#include <pgm/classify/stack_engine.hpp>

#include <pgm/classify/mixture.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/inference/conflict.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_conflict.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

/// The variables, independent of each other.
BayesianNetwork without_arcs(std::span<const Variable> variables) {
    NetworkBuilder builder;
    for (const Variable& variable : variables) {
        const VariableId id = builder.add_variable(variable);
        if (!variable.is_discrete()) {
            builder.set_cpd(LinearGaussianCpd(id, Scope(), {}, {{}}));
            continue;
        }
        const std::size_t states = variable.cardinality();
        const std::vector uniform(states, 1 / static_cast<double>(states));
        builder.set_cpd(TableCpd(Scope({id}, {states}), uniform));
    }
    return builder.build();
}

[[noreturn]] void fail_not_common() {
    throw ArgumentError(
        "the classifiers of this stack cut columns at different points or keep different features: "
        "together they say only what the class is, given values of features",
        "P(class | feature=value, ...) is what 'pgm predict' computes");
}

bool is_about(const Expression& expression, VariableId variable) {
    return std::ranges::all_of(expression.nodes(), [&](const Expression::Node& node) {
        const auto* const condition = std::get_if<Condition>(&node);
        return !condition || condition->variable == variable;
    });
}

/// Whether the question is about the class only.
bool is_about(const Query& query, VariableId variable) {
    const std::vector alone = {variable};
    return std::visit(
        Overloaded{[&](const DistributionOf& asked) { return asked.targets == alone; },
                   [&](const ProbabilityOf& asked) { return is_about(asked.event, variable); },
                   [&](const MostProbableAssignmentOf& asked) { return asked.targets == alone; },
                   [&](const MostProbableExplanationOf&) { return false; }},
        query.asked);
}

/// A number in the interval that a state of a cut column stands for.
double number_in(const CutPoints& cuts, StateId state) {
    if (state.index() > 0) return cuts.cuts[state.index() - 1];
    return cuts.cuts.empty() ? 0 : std::nextafter(cuts.cuts.front(), -infinity);
}

const CutPoints* cuts_of(const Classifier& stack, std::string_view name) {
    for (const StackedClassifier& stacked : stack.stack())
        if (const CutPoints* const cuts = stacked.classifier.discretisation().find(name))
            return cuts;
    return nullptr;
}

/// One cell of a column as the schema has it; missing where there is no value.
Column cell_of(const Variable& variable, const std::variant<StateId, double>* value,
               const CutPoints* cuts) {
    if (variable.is_discrete()) {
        std::optional<StateId> state;
        // A state that a classifier has for missing cells comes after those of the schema.
        if (value && std::get<StateId>(*value).index() < variable.cardinality())
            state = std::get<StateId>(*value);
        return discrete_column(variable, std::vector{state});
    }
    double number = std::nan("");
    if (value)
        number = std::visit(
            Overloaded{[&](StateId state) { return cuts ? number_in(*cuts, state) : number; },
                       [](double given) { return given; }},
            *value);
    return continuous_column(variable.name(), {number});
}

JointPosterior joint_of(const Predictions& predictions, VariableId variable) {
    const std::size_t states = predictions.classes.size();
    JointPosterior joint{.log_evidence = predictions.log_evidence.front(),
                         .table = Table(Scope({variable}, {states}))};
    for (std::size_t state = 0; state < states; ++state) {
        joint.table[state] = predictions.probability(0)[state];
        const double log_p = predictions.log_probabilities(0, static_cast<Eigen::Index>(state));
        if (joint.table[state] == 0 && log_p > -infinity) joint.too_small.push_back(state);
    }
    return joint;
}

EventProbability probability_of(const Expression& event, const JointPosterior& joint) {
    EventProbability result;
    for (std::size_t state = 0; state < joint.table.size(); ++state) {
        const bool holds = fold<char>(
            event, [&](const Condition& condition) { return condition.holds(StateId(state)); },
            [](ExpressionKind kind, std::span<const char> operands) -> char {
                const auto is_true = [](char value) { return value != 0; };
                if (kind == ExpressionKind::negation) return !operands.front();
                return kind == ExpressionKind::conjunction ? std::ranges::all_of(operands, is_true)
                                                           : std::ranges::any_of(operands, is_true);
            });
        if (!holds) continue;
        result.value += joint.table[state];
        result.is_possible |=
            joint.table[state] > 0 || std::ranges::binary_search(joint.too_small, state);
    }
    result.value = std::min(result.value, 1.0);
    return result;
}

Explanation most_probable(const Predictions& predictions, VariableId variable) {
    Eigen::Index best = 0;
    Explanation explanation{.variables = {variable}};
    explanation.log_posterior = predictions.log_probabilities.row(0).maxCoeff(&best);
    explanation.states = {StateId(static_cast<std::size_t>(best))};
    explanation.log_evidence = predictions.log_evidence.front();
    explanation.log_probability = explanation.log_posterior + explanation.log_evidence;
    return explanation;
}

}  // namespace

StackEngine::StackEngine(Classifier classifier, EngineOptions options)
    : predictor_(std::move(classifier), options), class_(0) {
    const Classifier& stack = predictor_.classifier();
    if (stack.stack().empty()) throw ArgumentError("the classifier is no stack of classifiers");
    std::vector<WeightedNetwork> networks = all_networks(stack);
    if (have_same_variables(networks))
        mixture_.emplace(std::move(networks), options);
    else
        schema_ = without_arcs(stack.schema());
    class_ = network().id(stack.class_name());
}

const BayesianNetwork& StackEngine::network() const {
    return mixture_ ? mixture_->network() : *schema_;
}

std::vector<VariableId> StackEngine::targets() const {
    return mixture_ ? discrete_variables(network()) : std::vector{class_};
}

const MixtureEngine& StackEngine::mixture() const {
    if (!mixture_) fail_not_common();
    return *mixture_;
}

/// Nothing where the given says more than values of features.
std::optional<StackEngine::Values> StackEngine::values_of(const Given& given) const {
    if (!given.interventions.empty() || !given.likelihoods.empty() || !given.posteriors.empty())
        return std::nullopt;
    Values values;
    const auto has = [&](VariableId variable) {
        return std::ranges::find(values, variable, &Values::value_type::first) != values.end();
    };
    for (const Expression& part : given.conditions) {
        for (const Expression& conjunct : part.conjuncts()) {
            const auto* const condition = std::get_if<Condition>(&conjunct.nodes().back());
            if (!condition || condition->states.size() != 1 || condition->variable == class_ ||
                has(condition->variable))
                return std::nullopt;
            values.emplace_back(condition->variable, condition->states.front());
        }
    }
    for (const auto& [variable, value] : given.observations) values.emplace_back(variable, value);
    return values;
}

Predictions StackEngine::predict(const Values& values) const {
    const Classifier& stack = predictor_.classifier();
    std::vector<Column> row;
    for (const Variable& feature : stack.features()) {
        const std::variant<StateId, double>* value = nullptr;
        for (const auto& [variable, given] : values)
            if (network().variable(variable).name() == feature.name()) value = &given;
        row.push_back(cell_of(feature, value, cuts_of(stack, feature.name())));
    }
    return predictor_.predict(Dataset(std::move(row)));
}

Answer StackEngine::answer(const Query& query, MixtureWorkspace& workspace) const {
    validate(query, network());
    workspace.compile_seconds = 0;
    const std::optional<Values> values =
        is_about(query, class_) ? values_of(query.given) : std::nullopt;
    if (!values) return mixture().answer(query, workspace);
    const Predictions predictions = predict(*values);
    Answer answer{.query = query.text.empty() ? format(network(), query) : query.text,
                  .result = {},
                  .log_evidence = predictions.log_evidence.front()};
    if (predictions.status.front() != RowStatus::ok) return answer;
    JointPosterior joint = joint_of(predictions, class_);
    std::visit(Overloaded{[&](const ProbabilityOf& asked) {
                              answer.result = probability_of(asked.event, joint);
                          },
                          [&](const DistributionOf&) { answer.result = std::move(joint); },
                          [&](const auto&) { answer.result = most_probable(predictions, class_); }},
               query.asked);
    return answer;
}

const Posterior& StackEngine::marginals(std::span<const VariableId> targets,
                                        const Evidence& evidence,
                                        MixtureWorkspace& workspace) const {
    validate(evidence, network());
    return marginals_given(targets, given_of(evidence), workspace);
}

const Posterior& StackEngine::marginals_given(std::span<const VariableId> targets,
                                              const Given& given,
                                              MixtureWorkspace& workspace) const {
    validate(given, network());
    workspace.compile_seconds = 0;
    const std::optional<Values> values = values_of(given);
    if (!values) return mixture().marginals_given(targets, given, workspace);
    const Predictions predictions = predict(*values);
    const bool only_class = targets.size() == 1 && targets.front() == class_;
    PosteriorBuilder builder(network(), targets);
    if (predictions.status.front() != RowStatus::ok)
        return workspace.posterior = std::move(builder).build(-infinity);
    double log_evidence = predictions.log_evidence.front();
    if (!only_class) {
        const Posterior& of_networks = mixture().marginals_given(targets, given, workspace);
        if (of_networks.impossible()) return of_networks;
        log_evidence = of_networks.log_evidence();
        for (std::size_t i = 0; i < targets.size(); ++i) builder.set(targets[i], of_networks[i]);
    }
    if (std::ranges::find(targets, class_) != targets.end())
        builder.set(class_, predictions.probability(0));
    return workspace.posterior = std::move(builder).build(log_evidence);
}

bool StackEngine::is_impossible(const Given& given, MixtureWorkspace& workspace) const {
    if (const std::optional<Values> values = values_of(given))
        return predict(*values).status.front() != RowStatus::ok;
    return mixture().is_impossible(given, workspace);
}

bool StackEngine::is_impossible(const Evidence& evidence, MixtureWorkspace& workspace) const {
    return is_impossible(given_of(evidence), workspace);
}

Evidence minimal_conflict(const StackEngine& engine, const Evidence& evidence) {
    MixtureWorkspace workspace;
    return minimal_conflict(
        evidence, [&](const Evidence& some) { return engine.is_impossible(some, workspace); });
}

Given minimal_conflict(const StackEngine& engine, const Given& given) {
    validate(given, engine.network());
    MixtureWorkspace workspace;
    return minimal_conflict(
        given, [&](const Given& some) { return engine.is_impossible(some, workspace); });
}

Answer answer(const Classifier& classifier, std::string_view query) {
    if (classifier.stack().empty()) return MixtureEngine(all_networks(classifier)).answer(query);
    const StackEngine engine(classifier);
    MixtureWorkspace workspace;
    return engine.answer(parse_query(engine.network(), query), workspace);
}

}  // namespace pgm
