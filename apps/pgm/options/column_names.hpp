#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// "a, b, 'c, too'": the names of a list (parse_name_list() of pgm/core/text/lexer.hpp).
/// UsageError, which names the option, for what is no list.
std::vector<std::string> split_names(std::string_view text, const std::string& option);

}  // namespace pgm::apps
