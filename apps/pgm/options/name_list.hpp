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

/// Throws ArgumentError, with a suggestion, where none of the columns of a table has that name.
void require_column(const std::vector<std::string>& columns, const std::string& name);

/// The columns of the data that --keep names, all different.
std::vector<std::string> parse_kept(const std::string& text);

/// Throws for a column that cannot be kept: one that the data do not have, or that the predictions
/// have of their `own`.
void check_kept(const std::vector<std::string>& kept, const std::vector<std::string>& own,
                const std::vector<std::string>& columns);

}  // namespace pgm::apps
