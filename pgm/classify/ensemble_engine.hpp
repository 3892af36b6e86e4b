#pragma once

#include <pgm/classify/predictions.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/answer.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace pgm {

/// Answers what an ensemble, a classifier that pools what several classifiers predict, is asked
/// about its class: P(class | values of features), in each of its wordings, is what Predictor
/// computes for a row of these values, a weighted mean of posteriors, in which each classifier has
/// cut points and a temperature of its own.
///
/// Pooled posteriors have no joint distribution. Any other question (about a feature, under an
/// intervention or a logical condition, with soft evidence) is refused here; Classifier::engine()
/// asks the networks of one classifier, Ensemble::heaviest().
///
/// It is a Solver (solver.hpp): answer() and minimal_conflict() take it. Questions are read with
/// the variables of network(), those of the schema, so that a column of numbers is asked about by a
/// number.
///
/// An EnsembleEngine is immutable and may be used from many threads.
class EnsembleEngine final : public Solver {
public:
    explicit EnsembleEngine(Ensemble ensemble, EngineOptions options = {});

    /// The variables of questions. It has no arcs, and its distributions have no meaning.
    const BayesianNetwork& network() const override { return schema_; }
    VariableId class_variable() const { return class_; }
    const Ensemble& ensemble() const { return *predictor_.classifier().ensemble(); }

    /// The question that a text asks, where it is about a prediction; null for any other, and for a
    /// text that is none.
    std::optional<Query> prediction(std::string_view query) const;
    /// True if these are values of features and no other findings, so that there is a prediction.
    bool is_row(const Given& given) const;

    /// Throws ArgumentError for what is no prediction.
    SolverAnswer ask(const Question& question, Workspace& workspace) const override;
    std::unique_ptr<const Solver> extended(const NetworkExtension& extension) const override;

private:
    bool is_prediction(const Query& query) const;
    Predictions predict(const Evidence& evidence) const;
    Posterior posterior(std::span<const VariableId> targets, const Evidence& evidence) const;

    Predictor predictor_;
    BayesianNetwork schema_;
    VariableId class_;
};

/// Answers any question about any classifier, such as "P(class | petal_length=4.8)": predictions of
/// an ensemble by an EnsembleEngine, all else by Classifier::engine(). It makes the engine each
/// time; for many questions keep one.
Answer answer(const Classifier& classifier, std::string_view query);

}  // namespace pgm
