#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pgm::apps {

/// The long lists that `pgm help TOPIC` prints and --help only refers to: the words of --structure,
/// --smooth, --continuous and --missing-cells, the options of tables, those of every command, and
/// the formats of files. Null for a name that is no topic.
std::optional<std::string> help_topic(std::string_view name);

/// "structures, smoothing, ... and formats"
std::string help_topics();

}  // namespace pgm::apps
