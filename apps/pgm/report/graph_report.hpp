#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/inference/plan_prediction.hpp>
#include <pgm/model/network.hpp>

namespace pgm::apps {

/// The graph of contractions of a plan: tables, contractions, and which values are P(e) and the
/// posteriors, values being numbers from 0 on, tables first. People see a line per value, f1 and so
/// on, and per posterior; of a large graph the beginning.
Report graph_report(const BayesianNetwork& network, const PlanGraph& graph);

}  // namespace pgm::apps
