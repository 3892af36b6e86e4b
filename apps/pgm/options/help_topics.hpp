#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// The long lists that `pgm help TOPIC` prints and --help only refers to: the words of --structure,
/// --smooth, --continuous and --missing-cells, the options of tables, those of every command, and
/// the formats of files. Null for a name that is no topic.
std::optional<std::string> help_topic(std::string_view name);

/// The names of the topics: "structures", "smoothing", ... and "formats".
std::vector<std::string> help_topics();

/// Notes that hold for every command: options, names of files and exit statuses, in a few lines.
std::string help_notes();

}  // namespace pgm::apps
