#include <apps/pgm/manual/manual.hpp>

#include <apps/pgm/options/help_topics.hpp>

#include <fmt/format.h>

namespace pgm::apps {

std::string general_help(std::span<const Command> commands) {
    std::string text =
        "pgm - Bayesian networks: exact answers from the command line\n\nUsage: pgm COMMAND "
        "[ARGUMENTS] [OPTIONS]\n\nCommands:\n";
    for (const Command& command : commands)
        text += fmt::format("  {:<12}{}\n", command.name, command.summary);
    return text + "\n" + help_notes() + "\nExample:\n  pgm query asia.bif 'P(lung | xray=yes)'\n";
}

}  // namespace pgm::apps
