#pragma once

#include <pgm/classify/predictions.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/answer.hpp>

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

/// Answers questions about an ensemble, a classifier that pools what several classifiers predict.
///
/// P(class | values of features), in each of its wordings, is what Predictor computes for a row of
/// these values: a weighted mean of posteriors, in which each classifier has cut points and a
/// temperature of its own. Any other question (about a feature, under an intervention or a logical
/// condition, with soft evidence) is answered by the InferenceEngine of the mixture of all its
/// networks where they have the same variables. Where they cut a column in different ways there is
/// no such mixture, and the question is refused.
///
/// It is a Solver (solver.hpp): answer() and minimal_conflict() take it. Questions are read with
/// the variables of network(): those of the networks where they agree; otherwise those of the
/// schema, so that a column of numbers is asked about by a number.
///
/// An EnsembleEngine is immutable and may be used from many threads.
class EnsembleEngine {
public:
    explicit EnsembleEngine(Ensemble ensemble, EngineOptions options = {});

    /// The variables of questions. Where the networks have different variables it has no arcs, and
    /// its distributions have no meaning.
    const BayesianNetwork& network() const;
    VariableId class_variable() const { return class_; }
    const Ensemble& ensemble() const { return *predictor_.classifier().ensemble(); }
    /// True if the networks have the same variables, so that any question has an answer.
    bool has_mixture() const { return mixture_.has_value(); }
    /// The targets that marginals() accepts: the class, and the other discrete variables where the
    /// networks have the same.
    std::vector<VariableId> targets() const;

    // The questions of a Solver. They throw ArgumentError for what the networks do not agree on.

    /// log P(e) is the one of the prediction where only the class is asked for.
    const Posterior& marginals(std::span<const VariableId> targets, const Evidence& evidence,
                               Workspace& workspace) const;
    JointPosterior joint(std::span<const VariableId> targets, const Evidence& evidence,
                         Workspace& workspace) const;
    Explanation most_probable_assignment(std::span<const VariableId> targets,
                                         const Evidence& evidence, Workspace& workspace) const;
    Explanation most_probable_explanation(const Evidence& evidence, Workspace& workspace) const;
    double log_evidence(const Evidence& evidence, Workspace& workspace) const;
    InferenceEngine extended(const NetworkExtension& extension) const;

private:
    /// A finding on each feature that has one.
    using Values = std::vector<std::pair<VariableId, std::variant<StateId, double>>>;

    std::optional<Values> values_of(const Evidence& evidence) const;
    bool is_predicted(std::span<const VariableId> targets, const Evidence& evidence) const;
    Predictions predict(const Values& values) const;
    const InferenceEngine& mixture() const;

    Predictor predictor_;
    std::optional<InferenceEngine> mixture_;  ///< of networks with the same variables
    std::optional<BayesianNetwork> schema_;   ///< otherwise
    VariableId class_;
};

/// Answers any question about any classifier, such as "P(class | petal_length=4.8)", by an
/// EnsembleEngine or an InferenceEngine. It makes the engine each time; for many questions keep
/// one.
Answer answer(const Classifier& classifier, std::string_view query);

}  // namespace pgm
