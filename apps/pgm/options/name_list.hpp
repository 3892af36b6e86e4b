#pragma once

#include <pgm/model/network.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// "a, b, 'c, too'": the names of a list (parse_name_list() of pgm/core/text/lexer.hpp).
/// UsageError, which names the option, for what is no list.
std::vector<std::string> split_names(std::string_view text, const std::string& option);

/// The variables of a network that a list names, all different. Throws TextError under the name
/// that is wrong.
std::vector<VariableId> parse_variables(const BayesianNetwork& network, const std::string& text);

}  // namespace pgm::apps
