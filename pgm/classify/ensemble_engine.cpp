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

[[noreturn]] void fail_not_common() {
    throw ArgumentError(
        "the classifiers of this ensemble cut columns at different points or keep different "
        "features: "
        "together they say only what the class is, given values of features",
        "P(class | feature=value, ...) is what 'pgm predict' computes");
}

/// A number in the interval that a state of a cut column stands for.
double number_in(const CutPoints& cuts, StateId state) {
    if (state.index() > 0) return cuts.cuts[state.index() - 1];
    return cuts.cuts.empty() ? 0 : std::nextafter(cuts.cuts.front(), -infinity);
}

const CutPoints* cuts_of(const Ensemble& ensemble, std::string_view name) {
    for (const PooledClassifier& pooled : ensemble.classifiers())
        if (const CutPoints* const cuts = pooled.classifier.discretisation().find(name))
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

}  // namespace

EnsembleEngine::EnsembleEngine(Ensemble ensemble, EngineOptions options)
    : predictor_(std::move(ensemble), options), class_(0) {
    std::vector<WeightedNetwork> networks = all_networks(predictor_.classifier());
    if (have_same_variables(networks))
        mixture_.emplace(Model(std::move(networks)), options);
    else
        schema_ = without_arcs(predictor_.classifier().schema());
    class_ = network().id(predictor_.classifier().class_name());
}

const BayesianNetwork& EnsembleEngine::network() const {
    return mixture_ ? mixture_->network() : *schema_;
}

std::vector<VariableId> EnsembleEngine::targets() const {
    return mixture_ ? discrete_variables(network()) : std::vector{class_};
}

const InferenceEngine& EnsembleEngine::mixture() const {
    if (!mixture_) fail_not_common();
    return *mixture_;
}

/// Empty where there are other findings than values of features.
std::optional<EnsembleEngine::Values> EnsembleEngine::values_of(const Evidence& evidence) const {
    validate(evidence, network());
    Values values;
    for (const auto& [variable, finding] : evidence) {
        if (variable == class_) return std::nullopt;
        if (const auto* const seen = std::get_if<Observed>(&finding))
            values.emplace_back(variable, seen->state);
        else if (const auto* const number = std::get_if<ObservedValue>(&finding))
            values.emplace_back(variable, number->value);
        else
            return std::nullopt;
    }
    return values;
}

bool EnsembleEngine::is_predicted(std::span<const VariableId> targets,
                                  const Evidence& evidence) const {
    return targets.size() == 1 && targets.front() == class_ && values_of(evidence);
}

Predictions EnsembleEngine::predict(const Values& values) const {
    std::vector<Column> row;
    for (const Variable& feature : predictor_.classifier().features()) {
        const std::variant<StateId, double>* value = nullptr;
        for (const auto& [variable, given] : values)
            if (network().variable(variable).name() == feature.name()) value = &given;
        row.push_back(cell_of(feature, value, cuts_of(ensemble(), feature.name())));
    }
    return predictor_.predict(Dataset(std::move(row)));
}

const Posterior& EnsembleEngine::marginals(std::span<const VariableId> targets,
                                           const Evidence& evidence, Workspace& workspace) const {
    const std::optional<Values> values = values_of(evidence);
    if (!values) return mixture().marginals(targets, evidence, workspace);
    const Predictions predictions = predict(*values);
    PosteriorBuilder builder(network(), targets);
    if (predictions.status.front() != RowStatus::ok)
        return workspace.keep(std::move(builder).build(-infinity));
    double log_evidence = predictions.log_evidence.front(), compile_seconds = 0;
    const bool only_class = targets.empty() || (targets.size() == 1 && targets.front() == class_);
    if (!only_class) {
        const Posterior& of_networks = mixture().marginals(targets, evidence, workspace);
        if (of_networks.impossible()) return of_networks;
        compile_seconds = workspace.compile_seconds();
        log_evidence = of_networks.log_evidence();
        for (std::size_t i = 0; i < targets.size(); ++i) builder.set(targets[i], of_networks[i]);
    }
    if (std::ranges::find(targets, class_) != targets.end()) {
        builder.set(class_, predictions.probability(0));
        for (std::size_t k = 0; k < predictions.classes.size(); ++k)
            if (predictions.log_probabilities(0, static_cast<Eigen::Index>(k)) > -infinity)
                builder.set_possible(class_, StateId(k));
    }
    return workspace.keep(std::move(builder).build(log_evidence), compile_seconds);
}

JointPosterior EnsembleEngine::joint(std::span<const VariableId> targets, const Evidence& evidence,
                                     Workspace& workspace) const {
    if (!is_predicted(targets, evidence)) return mixture().joint(targets, evidence, workspace);
    return joint_of_one(marginals(targets, evidence, workspace));
}

Explanation EnsembleEngine::most_probable_assignment(std::span<const VariableId> targets,
                                                     const Evidence& evidence,
                                                     Workspace& workspace) const {
    if (!is_predicted(targets, evidence))
        return mixture().most_probable_assignment(targets, evidence, workspace);
    const Posterior& posterior = marginals(targets, evidence, workspace);
    Explanation explanation{.status = posterior.status(), .variables = {class_}};
    if (posterior.impossible()) return explanation;
    const auto best = std::ranges::max_element(posterior[0]);
    explanation.states = {StateId(static_cast<std::size_t>(best - posterior[0].begin()))};
    explanation.log_posterior = std::log(*best);
    explanation.log_evidence = posterior.log_evidence();
    explanation.log_probability = explanation.log_posterior + explanation.log_evidence;
    return explanation;
}

Explanation EnsembleEngine::most_probable_explanation(const Evidence& evidence,
                                                      Workspace& workspace) const {
    return mixture().most_probable_explanation(evidence, workspace);
}

double EnsembleEngine::log_evidence(const Evidence& evidence, Workspace& workspace) const {
    if (!values_of(evidence)) return mixture().log_evidence(evidence, workspace);
    return marginals({}, evidence, workspace).log_evidence();
}

InferenceEngine EnsembleEngine::extended(const NetworkExtension& extension) const {
    return mixture().extended(extension);
}

Answer answer(const Classifier& classifier, std::string_view query) {
    if (classifier.networks()) return answer(classifier.engine(), query);
    return answer(EnsembleEngine(*classifier.ensemble()), query);
}

}  // namespace pgm
