#pragma once

#include <apps/pgm/shell/json_text.hpp>
#include <apps/pgm/shell/session.hpp>
#include <pgm/query/query.hpp>

namespace pgm::apps {

/// What `pgm info --plan` adds: the plan that the posteriors of all variables are computed by, its
/// cost, what the other kinds of plan would cost, and its graph of contractions. JSON: the member
/// "plan" of the open object, null for evidence that is impossible; text: lines to the output.
/// Conditions on several variables are auxiliary variables of the plan (ConditionedNetwork).
void report_plan(Session& session, const BayesianNetwork& network, const Given& given,
                 JsonText& json);

}  // namespace pgm::apps
