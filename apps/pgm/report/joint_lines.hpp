#pragma once

#include <apps/pgm/shell/output.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/network.hpp>

namespace pgm::apps {

/// Writes one line per cell of a joint distribution: the states, the probability and a
/// bar, under the names of the variables, which are the axes of the table. Takes no memory to speak
/// of beside the table, which may have more cells than their text would fit into memory.
void write_joint_lines(Output& out, const BayesianNetwork& network, const JointPosterior& joint);

}  // namespace pgm::apps
