#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// "a, b, 'c, too'": names separated by commas, blanks around them dropped, those with commas or
/// blanks at their ends in quotes ('...' or "..."). Throws UsageError for a quote that is not
/// closed, an empty name and a text without any; `option` is named in the message.
std::vector<std::string> split_names(std::string_view text, const std::string& option);

}  // namespace pgm::apps
