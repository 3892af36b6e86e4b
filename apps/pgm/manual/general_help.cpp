#include <apps/pgm/manual/manual.hpp>

#include <apps/pgm/options/help_topics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace pgm::apps {
namespace {

struct CommandGroup {
    const char* title;
    std::vector<std::string_view> commands;
};

/// The commands by what a person comes for.
const std::array<CommandGroup, 6>& groups() {
    static const std::array<CommandGroup, 6> all = {{
        {"Ask a model", {"query", "marginals", "mpe", "dsep", "effect", "uai"}},
        {"See a model or a table", {"info", "show", "check", "draw", "compare", "associations"}},
        {"Make a model", {"new", "example", "set", "convert", "sample"}},
        {"Learn from data",
         {"fit", "predict", "complete", "evaluate", "update", "learn", "score", "test"}},
        {"Large data", {"encode", "stats", "merge"}},
        {"Help", {"help", "completion"}},
    }};
    return all;
}

/// The commands of a group in its order; of none, all that are in no group.
std::vector<const Command*> commands_of(const CommandGroup* group,
                                        std::span<const Command> commands) {
    std::vector<const Command*> found;
    if (group == nullptr) {
        for (const Command& command : commands)
            if (std::ranges::none_of(groups(), [&](const CommandGroup& one) {
                    return std::ranges::count(one.commands, command.name) > 0;
                }))
                found.push_back(&command);
        return found;
    }
    for (const std::string_view name : group->commands) {
        const auto command = std::ranges::find(commands, name, &Command::name);
        if (command != commands.end()) found.push_back(&*command);
    }
    return found;
}

std::string lines_of(const char* title, const std::vector<const Command*>& commands) {
    if (commands.empty()) return {};
    std::string text = fmt::format("\n{}:\n", title);
    for (const Command* const command : commands)
        text += fmt::format("  {:<14}{}\n", command->name, command->summary);
    return text;
}

}  // namespace

std::string general_help(std::span<const Command> commands) {
    std::string text =
        "pgm - Bayesian networks: exact answers from the command line\n\nUsage: pgm COMMAND "
        "[ARGUMENTS] [OPTIONS]\n";
    for (const CommandGroup& group : groups())
        text += lines_of(group.title, commands_of(&group, commands));
    text += lines_of("Others", commands_of(nullptr, commands));
    return text + "\n" + help_notes() + "\nExample:\n  pgm query asia.bif 'P(lung | xray=yes)'\n";
}

}  // namespace pgm::apps
