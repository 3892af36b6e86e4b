#pragma once

#include <apps/pgm/render/report.hpp>
#include <apps/pgm/shell/session.hpp>
#include <pgm/query/query.hpp>

namespace pgm::apps {

/// The addition of `pgm info --plan`: the plan that the posteriors of all variables are computed
/// by, its cost, that of the other kinds of plan, and its graph of contractions; null for evidence
/// that is impossible. Conditions on several variables are auxiliary variables of the plan
/// (ConditionedNetwork).
Report plan_report(const Session& session, const BayesianNetwork& network, const Given& given);

}  // namespace pgm::apps
