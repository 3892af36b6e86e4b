#pragma once

#include <span>
#include <string>
#include <vector>

namespace pgm::apps {

// What people type who know other programs, or who leave out a sign of the command line, and the
// hint that puts it right.

/// Throws UsageError for an argument that stands where a file is taken but belongs to an option:
/// `--ignore Name Ticket`, `-s nb tan`, `fit weather.csv play`. `arguments` are those behind the
/// name of the command.
void refuse_likely_slips(const std::string& command, std::span<const std::string> arguments);

/// A hint about a surplus argument; empty where nothing is likely meant. `taken` are the
/// arguments before it that the command takes.
std::string hint_for_surplus(const std::string& command, const std::vector<std::string>& taken,
                             const std::string& surplus);

/// A hint about an option that the command does not have; empty where there is none.
std::string hint_for_option(const std::string& command, const std::string& option);

}  // namespace pgm::apps
