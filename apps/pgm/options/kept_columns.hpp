#pragma once

#include <string>
#include <vector>

namespace pgm::apps {

/// The columns of the data that --keep names, all different.
std::vector<std::string> parse_kept(const std::string& text);

/// Throws for a column that cannot be kept: one that the data do not have, or that the predictions
/// have of their `own`.
void check_kept(const std::vector<std::string>& kept, const std::vector<std::string>& own,
                const std::vector<std::string>& columns);

}  // namespace pgm::apps
