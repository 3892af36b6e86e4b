#pragma once

#include <apps/pgm/options/command.hpp>

#include <string>
#include <string_view>

namespace pgm::apps {

// Pages and scripts made of the table of commands and of the options that each command declares,
// hence never different from what the program reads. They are as long as --help-all and go to
// standard output; `cmake --install` writes them into the folders where man and the shells look.

/// `pgm --help`: the commands, a line each, and what holds for all of them.
std::string general_help(std::span<const Command> commands);

/// pgm(1): the commands, the topics of `pgm help TOPIC`, and what holds for all commands. In the
/// man macros of roff, as man(1) reads them.
std::string man_page(std::span<const Command> commands);

/// pgm-COMMAND(1): the arguments, all options and the examples of one command.
std::string man_page(const Command& command);

/// The script that completes command lines in a shell, which is one of shells().
std::string completion_script(std::span<const Command> commands, std::string_view shell);

/// "bash", "fish" and "zsh"
std::vector<std::string> shells();

}  // namespace pgm::apps
