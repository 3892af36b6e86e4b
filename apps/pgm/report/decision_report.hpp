#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/decide/evaluation.hpp>

namespace pgm::apps {

/// "maximum_expected_utility", "standard_deviation_of_utility", "optimal", "order", "utilities",
/// "strategy" and "probabilities"; with outcomes also "distribution". For people the strategy is a
/// table for each decision. All must outlive the report.
Report decision_report(const InfluenceDiagram& diagram, const DecisionSolution& solution,
                       const StrategyValue& value);

}  // namespace pgm::apps
