#pragma once

#include <pgm/model/network.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

/// "A, B, 'C, too'": distinct variables of a network, names with commas or blanks at their ends in
/// quotes. Throws TextError under the name that is wrong.
std::vector<VariableId> parse_name_list(const BayesianNetwork& network, const std::string& text);

}  // namespace pgm::apps
