#pragma once

#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/evaluation_plan.hpp>
#include <apps/pgm/options/target_input.hpp>
#include <apps/pgm/shell/session.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

// `predict` and `evaluate` of a continuous target, which has a mean and an interval where a class
// has probabilities.

/// pgm predict MODEL DATA --target X
struct TargetPrediction {
    const std::string& model;
    const std::string& data;
    const std::string& output;
    const TargetChoices& target;
    const std::vector<std::string>& kept;
    UnseenPolicy unseen;
    std::size_t threads;
    const DataChoices& table;
    const TimeLimit& limit;
};
int predict_target(Session& session, const TargetPrediction& request);

/// pgm evaluate MODEL DATA --target X, and pgm evaluate DATA --target X --structure S
int evaluate_target(Session& session, const EvaluationPlan& plan);

}  // namespace pgm::apps
