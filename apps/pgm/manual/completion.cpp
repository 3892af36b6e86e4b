#include <apps/pgm/manual/manual.hpp>

#include <apps/pgm/shell/errors.hpp>

#include <fmt/format.h>

namespace pgm::apps {
namespace {

/// A word in single quotes. What ends them or is read within them is replaced by its escape.
std::string quoted(std::string_view text, std::string_view special, std::string_view quote) {
    std::string word = "'";
    for (const char c : text)
        if (c == '\'')
            word += quote;
        else
            word.append(special.find(c) == special.npos ? "" : "\\").append(1, c);
    return word + "'";
}

std::vector<std::string> command_names(std::span<const Command> commands) {
    std::vector<std::string> names;
    for (const Command& command : commands) names.emplace_back(command.name);
    return names;
}

std::vector<std::string> first_arguments(const Command& command) {
    return command.first_arguments ? command.first_arguments() : std::vector<std::string>{};
}

std::vector<DescribedOption> named_options(const Command& command) {
    std::vector<DescribedOption> options = described_options(command);
    std::erase_if(options, [](const DescribedOption& option) { return option.is_argument; });
    return options;
}

/// Names of files are completed where no word fits.
std::string bash_script(std::span<const Command> commands) {
    std::string text = fmt::format(R"(_pgm() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} arguments= options=
    case ${{COMP_WORDS[1]}} in
)");
    for (const Command& command : commands) {
        std::vector<std::string> names;
        for (const DescribedOption& option : named_options(command))
            names.insert(names.end(), option.names.begin(), option.names.end());
        text += fmt::format("    {}) arguments='{}' options='{}' ;;\n", command.name,
                            fmt::join(first_arguments(command), " "), fmt::join(names, " "));
    }
    return text + fmt::format(R"(    esac
    ((COMP_CWORD > 2)) && arguments=
    ((COMP_CWORD > 1)) || arguments='{}' options='--help --version'
    [[ $word == -* ]] && arguments=$options
    COMPREPLY=($(compgen -W "$arguments" -- "$word"))
}}
complete -o bashdefault -o default -F _pgm pgm
)",
                              fmt::join(command_names(commands), " "));
}

/// An option in the words of _arguments, one per name: {-e,--evidence}'[...]:FINDINGS:_files'.
std::string zsh_option(const DescribedOption& option) {
    const std::string names = fmt::format("{}", fmt::join(option.names, ","));
    return fmt::format("{}{}'['{}']{}'", option.may_repeat ? "'*'" : "",
                       option.names.size() > 1 ? "{" + names + "}" : names,
                       quoted(option.description, "[]:\\", "'\\''"),
                       option.value.empty() ? "" : ":" + option.value + ":_files");
}

std::string zsh_script(std::span<const Command> commands) {
    std::string text = "#compdef pgm\n_pgm() {\n    local -a commands=(\n";
    for (const Command& command : commands)
        text +=
            fmt::format("        {}\n",
                        quoted(fmt::format("{}:{}", command.name, command.summary), "", "'\\''"));
    text += R"(    )
    if ((CURRENT == 2)); then
        _describe command commands
        return
    fi
    local -a options
    case $words[2] in
)";
    for (const Command& command : commands) {
        const std::vector<std::string> words = first_arguments(command);
        text += fmt::format("    {})\n        options=(\n", command.name);
        for (const DescribedOption& option : named_options(command))
            text += "            " + zsh_option(option) + "\n";
        text += words.empty() ? "            '*: :_files'"
                              : fmt::format("            '1: :({})'", fmt::join(words, " "));
        text += "\n        ) ;;\n";
    }
    return text + R"(    esac
    shift words
    ((CURRENT--))
    _arguments -S $options
}
# zsh loads this file as the function when it is first called; otherwise it is sourced.
if [[ $funcstack[1] == _pgm ]]; then
    _pgm "$@"
else
    compdef _pgm pgm
fi
)";
}

std::string fish_script(std::span<const Command> commands) {
    const auto text_of = [](std::string_view text) { return quoted(text, "\\", "\\'"); };
    std::string text;
    for (const Command& command : commands)
        text += fmt::format("complete -c pgm -f -n __fish_use_subcommand -a {} -d {}\n",
                            command.name, text_of(command.summary));
    for (const Command& command : commands) {
        const std::string line =
            fmt::format("complete -c pgm -n '__fish_seen_subcommand_from {}'", command.name);
        if (const std::vector<std::string> words = first_arguments(command); !words.empty())
            text += fmt::format("{} -f -a '{}'\n", line, fmt::join(words, " "));
        for (const DescribedOption& option : named_options(command)) {
            std::string names;
            for (const std::string& name : option.names)
                names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            text += fmt::format("{}{}{} -d {}\n", line, names, option.value.empty() ? "" : " -r",
                                text_of(option.description));
        }
    }
    return text;
}

}  // namespace

std::string completion_script(std::span<const Command> commands, std::string_view shell) {
    const std::string origin =
        fmt::format("# Made by 'pgm completion {}' ({}).\n", shell, version_text);
    if (shell == "bash") return origin + bash_script(commands);
    if (shell == "fish") return origin + fish_script(commands);
    if (shell == "zsh") return zsh_script(commands);
    throw UsageError(fmt::format("no completion for '{}'", shell), "bash, fish and zsh have one");
}

std::vector<std::string> shells() {
    return {"bash", "fish", "zsh"};
}

}  // namespace pgm::apps
