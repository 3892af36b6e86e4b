#pragma once

#include <apps/pgm/options/options.hpp>
#include <apps/pgm/shell/session.hpp>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pgm::apps {

/// The function that runs after the options have been read; gives the exit status.
using Action = std::function<int()>;

/// One command of `pgm`. Adding one is a file apps/pgm/commands/NAME.cpp with a function that
/// declares the options and gives the action, a line in commands.hpp and a row in the table of
/// command_line.cpp.
struct Command {
    const char* name;
    const char* summary;   ///< half a line for the list of commands
    const char* examples;  ///< shown by --help, one command line per line
    Action (*set_up)(Options& options, Session& session);
    /// The words that the first argument can be, for completion; null where it is a file or a text.
    std::vector<std::string> (*first_arguments)() = nullptr;
    bool is_spread = false;  ///< `pgm-mpi` has it, too
};

/// An argument or an option in the words of --help-all.
struct DescribedOption {
    std::vector<std::string> names;  ///< "-e" and "--evidence"; of an argument "MODEL"
    std::string value;               ///< "FINDINGS"; empty for flags and arguments
    std::string description;
    std::string group;  ///< the heading it stands under
    bool is_argument, is_required, may_repeat;
};

/// The arguments and options of a command in the order of --help-all.
std::vector<DescribedOption> described_options(const Command& command);

inline constexpr const char* version_text = "pgm " PGM_VERSION;

/// --chance-only, of commands that take an influence diagram for a network.
void add_chance_only(Options& options, Session& session);

/// The rare options of commands that ask a network questions: --repeat and --work-limit.
void add_question_options(Options& options, Session& session);

/// The lines of --help about the options that `declare` adds.
std::string option_lines(const std::function<void(Options&)>& declare);

/// Lines about the options of many commands that only --help-all shows.
std::string rare_option_lines();

/// Reads the arguments that follow the command's name and runs it; gives the exit status. Throws
/// UsageError for arguments it does not have, which tells those of `all` that have such an option.
/// `ranks` are processes that it is spread over (Session::ranks).
int run_command(const Command& command, std::vector<std::string> arguments,
                std::span<const Command> all, const sources::Ranks* ranks = nullptr);

}  // namespace pgm::apps
