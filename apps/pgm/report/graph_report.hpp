#pragma once

#include <apps/pgm/shell/json_text.hpp>
#include <pgm/inference/plan_prediction.hpp>
#include <pgm/model/network.hpp>

#include <string>

namespace pgm::apps {

/// The graph of contractions of a plan. JSON: tables, contractions, and which values are P(e) and
/// the posteriors, values being numbers from 0 on, tables first. Text: a line per value, f1 and so
/// on, and per posterior; of a large graph the beginning.
void write_graph(JsonText& json, const BayesianNetwork& network, const PlanGraph& graph);
std::string graph_text(const BayesianNetwork& network, const PlanGraph& graph);

}  // namespace pgm::apps
