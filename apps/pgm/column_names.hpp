#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// "a, b, 'c, too'": names separated by commas, blanks around them dropped, those with commas or blanks at their ends in quotes ('...' or "..."). Throws UsageError
/// for a quote that is not closed and an empty name; `option` is named in the message. An empty text is no names.
std::vector<std::string> split_names(std::string_view text, const std::string& option);

}  // namespace pgm::apps
