#pragma once

#include <pgm/classify/decision.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/inference/solver.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm {

/// What seeing some variables just before a decision is worth: the difference of the maximum
/// expected utilities with and without arcs from them, in units of utility, never negative
/// (Howard 1966, "Information value theory"). Under recall they are known to later decisions, too.
///
/// Variables that depend on the decision cannot be seen before it: ArgumentError, and for what is
/// no chance variable with states.
double value_of_information(const InfluenceDiagram& diagram, std::span<const VariableId> of,
                            VariableId before, const Evidence& evidence = {},
                            const DecisionOptions& options = {});

/// The value of one variable before one decision.
struct InformationValue {
    VariableId of;
    VariableId before;
    double value = 0;
};

/// The value of each chance variable that is not known yet, and may be, before each decision, or
/// before that one: decisions in their order, the most valuable variable first, equal ones in order
/// of ids.
std::vector<InformationValue> values_of_information(const InfluenceDiagram& diagram,
                                                    std::optional<VariableId> before = {},
                                                    const Evidence& evidence = {},
                                                    const DecisionOptions& options = {});

/// The diagram with one more chance variable, a test of another one: it shows the true state with
/// that probability, and otherwise each of the others alike. Its value is that of imperfect
/// information. Throws ArgumentError for what is no chance variable with two states or more, and
/// unless 0 <= accuracy <= 1.
InfluenceDiagram with_test(const InfluenceDiagram& diagram, VariableId of, double accuracy);

/// What seeing one feature is worth to who decides about a class by a loss matrix.
struct FeatureValue {
    VariableId feature;
    double value = 0;               ///< of the expected loss that it saves, in units of loss
    double mutual_information = 0;  ///< I(class; feature | evidence), in nats
};

/// The features of a class by what seeing them next saves, the most valuable first, and of those
/// the most informative.
struct FeatureValues {
    double expected_loss = 0;  ///< of the best action now
    std::vector<FeatureValue> features;
};

/// The value of every discrete variable without a finding,
///
///     min_a E(loss(a, C) | e)  -  sum_f P(f | e) min_a E(loss(a, C) | f, e),
///
/// by one question for each state of the class. The classes of the matrix are the states of the
/// class variable in their order. Throws ArgumentError otherwise, and for a class that is observed;
/// ImpossibleEvidenceError for evidence of probability zero.
FeatureValues values_of_features(const Solver& solver, VariableId class_variable,
                                 const LossMatrix& loss, const Evidence& evidence = {});

}  // namespace pgm
