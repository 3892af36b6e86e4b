#include <pgm/classify/ensemble_engine.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm {
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

[[noreturn]] void fail_no_prediction() {
    throw ArgumentError(
        "classifiers that are pooled say only what the class is, given values of features",
        "Classifier::engine() asks the networks of the heaviest of them");
}

/// One cell of a column; missing where there is no finding.
Column cell_of(const Variable& variable, const Finding* finding) {
    if (variable.is_discrete()) {
        std::optional<StateId> state;
        if (finding) state = std::get<Observed>(*finding).state;
        return discrete_column(variable, std::vector{state});
    }
    return continuous_column(variable.name(),
                             {finding ? std::get<ObservedValue>(*finding).value : std::nan("")});
}

/// True if no operand of the expression is about another variable.
bool is_only_about(const Expression& expression, VariableId variable) {
    return std::ranges::all_of(expression.nodes(), [&](const Expression::Node& node) {
        const auto* const condition = std::get_if<Condition>(&node);
        return std::holds_alternative<Expression::Operator>(node) ||
               (condition && condition->variable == variable);
    });
}

/// True if the condition says which states some variables other than `target` have.
bool has_values_only(const Expression& condition, VariableId target) {
    return std::ranges::all_of(condition.conjuncts(), [&](const Expression& part) {
        const auto* const one = std::get_if<Condition>(&part.nodes().back());
        return one != nullptr && one->states.size() == 1 && one->variable != target;
    });
}

/// The assignment of one variable that its posterior makes most probable.
Explanation most_probable_state(const Posterior& posterior) {
    Explanation explanation{.status = posterior.status(),
                            .variables = {posterior.variables().front()}};
    if (posterior.impossible()) return explanation;
    const auto best = std::ranges::max_element(posterior[0]);
    explanation.states = {StateId(static_cast<std::size_t>(best - posterior[0].begin()))};
    explanation.log_posterior = std::log(*best);
    explanation.log_evidence = posterior.log_evidence();
    explanation.log_probability = explanation.log_posterior + explanation.log_evidence;
    return explanation;
}

}  // namespace

EnsembleEngine::EnsembleEngine(Ensemble ensemble, EngineOptions options)
    : predictor_(std::move(ensemble), options),
      schema_(without_arcs(predictor_.classifier().schema())),
      class_(schema_.id(predictor_.classifier().class_name())) {}

bool EnsembleEngine::is_row(const Given& given) const {
    return given.interventions.empty() && given.likelihoods.empty() && given.posteriors.empty() &&
           given.mechanisms.empty() &&
           std::ranges::all_of(given.conditions, [&](const Expression& condition) {
               return has_values_only(condition, class_);
           });
}

bool EnsembleEngine::is_prediction(const Query& query) const {
    const auto is_only = [&](std::span<const VariableId> targets) {
        return targets.size() == 1 && targets.front() == class_;
    };
    const auto is_prediction_or_number = [&](const FormulaNode& node) {
        const Query* const part = std::get_if<Query>(&node.content);
        return part == nullptr || is_prediction(*part);
    };
    const bool is_about_class = std::visit(
        Overloaded{
            [&](const DistributionOf& asked) { return is_only(asked.targets); },
            [&](const MostProbableAssignmentOf& asked) {
                return is_only(asked.targets) && asked.count == 1;
            },
            [&](const StatisticOf& asked) {
                return asked.targets == std::vector<LinearForm>{class_};
            },
            [&](const EntropyOf& asked) { return is_only(asked.targets) && asked.known.empty(); },
            [&](const ProbabilityOf& asked) { return is_only_about(asked.event, class_); },
            [&](const OddsOf& asked) { return is_only_about(asked.event, class_); },
            [&](const FormulaOf& asked) {
                return std::ranges::all_of(asked.nodes, is_prediction_or_number);
            },
            [](const MutualInformationOf&) { return false; },
            [](const MostProbableExplanationOf&) { return false; }},
        query.asked);
    const auto is_feature = [&](const ForEach& each) {
        return !each.is_set && each.variable != class_;
    };
    return is_about_class && is_row(query.given) && std::ranges::all_of(query.for_each, is_feature);
}

std::optional<Query> EnsembleEngine::prediction(std::string_view query) const {
    try {
        Query read = parse_query(schema_, query);
        if (is_prediction(read)) return read;
    } catch (const Error&) {
        // The heaviest network may have the states that the schema has not.
    }
    return std::nullopt;
}

/// Throws for other findings than values of features.
Predictions EnsembleEngine::predict(const Evidence& evidence) const {
    validate(evidence, schema_);
    for (const auto& [variable, finding] : evidence) {
        const bool is_value = std::holds_alternative<Observed>(finding) ||
                              std::holds_alternative<ObservedValue>(finding);
        if (variable == class_ || !is_value) fail_no_prediction();
    }
    std::vector<Column> row;
    for (const Variable& feature : predictor_.classifier().features())
        row.push_back(cell_of(feature, evidence.find(schema_.id(feature.name()))));
    return predictor_.predict(Dataset(std::move(row)));
}

Posterior EnsembleEngine::posterior(std::span<const VariableId> targets,
                                    const Evidence& evidence) const {
    if (!std::ranges::all_of(targets, [&](VariableId target) { return target == class_; }))
        fail_no_prediction();
    const Predictions predictions = predict(evidence);
    PosteriorBuilder builder(schema_, targets);
    if (predictions.status.front() != RowStatus::ok) return std::move(builder).build(-infinity);
    if (!targets.empty()) {
        builder.set(class_, predictions.probability(0));
        for (std::size_t k = 0; k < predictions.classes.size(); ++k)
            if (predictions.log_probabilities(0, static_cast<Eigen::Index>(k)) > -infinity)
                builder.set_possible(class_, StateId(k));
    }
    return std::move(builder).build(predictions.log_evidence.front());
}

SolverAnswer EnsembleEngine::ask(const Question& question, Workspace& workspace) const {
    const bool is_about_some = question.kind == Question::Kind::joint ||
                               (question.kind == Question::Kind::most_probable && question.targets);
    if (is_about_some && question.named_targets().size() != 1) fail_no_prediction();
    if (question.kind == Question::Kind::most_probable && question.targets)
        return std::cref(
            workspace.keep(most_probable_state(posterior(*question.targets, question.given))));
    return answer_by_marginals(question, schema_, workspace,
                               [&](std::span<const VariableId> targets, const Evidence& evidence) {
                                   return posterior(targets, evidence);
                               });
}

std::unique_ptr<const Solver> EnsembleEngine::extended(
    const NetworkExtension& /*extension*/) const {
    fail_no_prediction();
}

Answer answer(const Classifier& classifier, std::string_view query) {
    if (classifier.ensemble()) {
        const EnsembleEngine pool(*classifier.ensemble());
        if (const std::optional<Query> prediction = pool.prediction(query))
            return answer(pool, *prediction);
    }
    return answer(classifier.engine(), query);
}

}  // namespace pgm
