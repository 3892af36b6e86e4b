#include <apps/pgm/manual/manual.hpp>

#include <apps/pgm/options/help_topics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace pgm::apps {
namespace {

/// A sign that roff would set as another one, a minus as a hyphen, and what it sets as the sign.
struct Escape {
    char sign;
    std::string_view text;
};

constexpr std::array<Escape, 6> escapes = {
    {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}}};

/// Text as roff prints it: these signs, and those that it would read as commands, are escaped.
std::string roff(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        const bool starts_line = escaped.empty() || escaped.back() == '\n';
        if (starts_line && (c == '.' || c == '\'')) escaped += "\\&";
        const auto known = std::ranges::find(escapes, c, &Escape::sign);
        known == escapes.end() ? escaped += c : escaped += known->text;
    }
    return escaped;
}

std::string upper(std::string_view text) {
    std::string capitals(text);
    std::ranges::transform(capitals, capitals.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return capitals;
}

std::string heading(std::string_view name, std::string_view summary) {
    return fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                       upper(roff(name)), version_text, roff(name), roff(summary));
}

/// Lines that are kept as they are.
std::string block(std::string_view title, std::string_view lines) {
    return fmt::format(".SH {}\n.nf\n{}{}.fi\n", upper(roff(title)), roff(lines),
                       lines.ends_with('\n') ? "" : "\n");
}

std::string term(std::string_view formatted, std::string_view description) {
    return fmt::format(".TP\n{}\n{}\n", formatted, roff(description));
}

std::string synopsis(const Command& command, std::span<const DescribedOption> options) {
    std::string line = fmt::format(".SH SYNOPSIS\n\\fBpgm {}\\fR [\\fIOPTIONS\\fR]", command.name);
    for (const DescribedOption& option : options) {
        if (!option.is_argument) continue;
        const std::string name =
            fmt::format("\\fI{}\\fR{}", roff(option.names[0]), option.may_repeat ? "..." : "");
        line += option.is_required ? " " + name : " [" + name + "]";
    }
    return line + "\n";
}

std::string option_term(const DescribedOption& option) {
    std::string names;
    for (const std::string& name : option.names)
        names += fmt::format("{}\\f{}{}\\fR", names.empty() ? "" : ", ",
                             option.is_argument ? 'I' : 'B', roff(name));
    if (!option.value.empty()) names += fmt::format(" \\fI{}\\fR", roff(option.value));
    return term(names, option.description);
}

/// The arguments, then the options below the headings of --help-all, in the order in which these
/// first occur.
std::string option_sections(std::span<const DescribedOption> options) {
    std::vector<std::string> groups;
    std::string arguments, named;
    for (const DescribedOption& option : options)
        if (option.is_argument)
            arguments += option_term(option);
        else if (std::ranges::count(groups, option.group) == 0)
            groups.push_back(option.group);
    for (const std::string& group : groups) {
        named += fmt::format(".SS {}\n", roff(group));
        for (const DescribedOption& option : options)
            if (!option.is_argument && option.group == group) named += option_term(option);
    }
    return (arguments.empty() ? "" : ".SH ARGUMENTS\n" + arguments) + ".SH OPTIONS\n" + named;
}

}  // namespace

std::string man_page(std::span<const Command> commands) {
    std::string text = heading("pgm", "Bayesian networks: exact answers from the command line") +
                       ".SH SYNOPSIS\n\\fBpgm\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR] "
                       "[\\fIOPTIONS\\fR]\n.SH COMMANDS\n";
    for (const Command& command : commands)
        text += term(fmt::format("\\fB{}\\fR(1)", roff(std::string("pgm-") + command.name)),
                     command.summary);
    text += block("notes", help_notes());
    for (const std::string& topic : help_topics()) text += block(topic, *help_topic(topic));
    return text;
}

std::string man_page(const Command& command) {
    const std::vector<DescribedOption> options = described_options(command);
    return heading(std::string("pgm-") + command.name, command.summary) +
           synopsis(command, options) + option_sections(options) +
           block("examples", command.examples) + ".SH SEE ALSO\n\\fBpgm\\fR(1)\n";
}

}  // namespace pgm::apps
