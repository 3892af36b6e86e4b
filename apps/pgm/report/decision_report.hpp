#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/decide/decision_query.hpp>
#include <pgm/decide/decision_sensitivity.hpp>
#include <pgm/decide/evaluation.hpp>

namespace pgm::apps {

/// "maximum_expected_utility", "standard_deviation_of_utility", "optimal", "order", "utilities",
/// "strategy" and "probabilities"; with outcomes also "distribution". For people the strategy is a
/// table for each decision. All must outlive the report.
Report decision_report(const InfluenceDiagram& diagram, const DecisionSolution& solution,
                       const StrategyValue& value);

/// "sensitivity": for each threshold the history, the alternatives and the number. All must outlive
/// the report.
Report thresholds_report(const InfluenceDiagram& diagram, const DecisionSolution& solution,
                         const std::vector<DecisionThreshold>& thresholds);

/// {"query":"EU(D | ..)","expected_utility":{"a":1.5},"best":["a"]}, for best(..) without the
/// numbers, or {"query":"EU(*)","value":22.5}; {"query":..,"impossible":true}.
Report decision_answer_report(const BayesianNetwork& network, const DecisionQuery& query,
                              const DecisionAnswer& answer);

}  // namespace pgm::apps
