#pragma once

#include <pgm/classify/mixture_engine.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/query/answer.hpp>

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

/// Answers questions about a stack, a classifier that pools what several classifiers predict.
///
/// P(class | values of features), in each of its wordings, is what Predictor computes for a row of
/// these values: a weighted mean of posteriors, in which each classifier has cut points and a
/// temperature of its own. Any other question (about a feature, under an intervention or a logical
/// condition, with soft evidence) is answered by the MixtureEngine of all its networks where they
/// have the same variables. Where they cut a column in different ways there is no such mixture,
/// and the question is refused.
///
/// Questions are read with the variables of network(): those of the networks where they agree;
/// otherwise those of the schema, so that a column of numbers is asked about by a number.
///
/// A StackEngine is immutable and may be used from many threads.
class StackEngine {
public:
    /// Throws ArgumentError for a classifier that is no stack.
    explicit StackEngine(Classifier classifier, EngineOptions options = {});

    /// The variables of questions. Where the networks have different variables it has no arcs, and
    /// its distributions mean nothing.
    const BayesianNetwork& network() const;
    VariableId class_variable() const { return class_; }
    const Classifier& classifier() const { return predictor_.classifier(); }
    /// True if the networks have the same variables, so that any question has an answer.
    bool has_mixture() const { return mixture_.has_value(); }
    /// The targets that marginals() accepts: the class, and the other discrete variables where the
    /// networks have the same.
    std::vector<VariableId> targets() const;

    /// Answers as pgm::answer() of a network does. Throws ArgumentError for a question that the
    /// networks do not agree on.
    Answer answer(const Query& query, MixtureWorkspace& workspace) const;
    /// P(X | e) of each target; log P(e) is the one of the prediction where only the class is
    /// asked for. The result lies in the workspace, as that of a MixtureEngine. Throws like
    /// answer().
    const Posterior& marginals_given(std::span<const VariableId> targets, const Given& given,
                                     MixtureWorkspace& workspace) const;
    const Posterior& marginals(std::span<const VariableId> targets, const Evidence& evidence,
                               MixtureWorkspace& workspace) const;
    /// True if no classifier gives what is known a density.
    bool is_impossible(const Given& given, MixtureWorkspace& workspace) const;
    bool is_impossible(const Evidence& evidence, MixtureWorkspace& workspace) const;

private:
    /// A finding on each feature that has one.
    using Values = std::vector<std::pair<VariableId, std::variant<StateId, double>>>;

    std::optional<Values> values_of(const Given& given) const;
    Predictions predict(const Values& values) const;
    const MixtureEngine& mixture() const;

    Predictor predictor_;
    std::optional<MixtureEngine> mixture_;   ///< of networks with the same variables
    std::optional<BayesianNetwork> schema_;  ///< otherwise
    VariableId class_;
};

/// Why evidence, or the condition of a query, is impossible: as for a MixtureEngine.
Evidence minimal_conflict(const StackEngine& engine, const Evidence& evidence);
Given minimal_conflict(const StackEngine& engine, const Given& given);

/// Answers any question about any classifier, such as "P(class | petal_length=4.8)", by a
/// StackEngine or a MixtureEngine. It makes the engines each time; for many questions keep one of
/// these, or classifier.engine().
Answer answer(const Classifier& classifier, std::string_view query);

}  // namespace pgm
