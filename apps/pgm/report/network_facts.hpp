#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgm::apps {

// The pieces of answers about a network, which several commands share. Tables are made row by row
// while they are rendered; network and answer have to outlive them.

/// ["A","B"]
std::vector<std::string> names_of(const BayesianNetwork& network,
                                  std::span<const VariableId> variables);

using States = std::vector<std::pair<VariableId, StateId>>;

/// The states of an explanation, in the order of its variables.
States states_of(const Explanation& explanation);

/// A member per variable, {"A":"a","B":"b"} as Members, and a line with its state.
ReportRows assignment_rows(const BayesianNetwork& network, States states);

/// "marginals": {"A":{"yes":0.1,"no":0.9}}; a line per state with its probability and a bar.
Report marginals_report(const BayesianNetwork& network, const Posterior& posterior);

/// "variables" and "distribution", the cells of a joint distribution with their states, which may
/// be more than fit into memory as text.
Report joint_report(const BayesianNetwork& network, const JointPosterior& joint);

}  // namespace pgm::apps
