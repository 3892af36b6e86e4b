#include <apps/pgm/options/command.hpp>

#include <apps/pgm/options/likely_slips.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <sstream>
#include <utility>

namespace pgm::apps {
namespace {

/// The power of 1024 that a unit stands for.
std::optional<int> power_of_unit(std::string_view unit) {
    constexpr std::string_view letters = "kmgt";
    if (unit.empty()) return 2;
    std::string lower;
    for (const char c : unit) lower += ascii_lower(c);
    const std::size_t power = letters.find(lower.front());
    const std::string rest = lower.substr(1);
    if (power == letters.npos || !(rest.empty() || rest == "b" || rest == "ib"))
        return std::nullopt;
    return static_cast<int>(power) + 1;
}

/// The bytes of a size of memory as people type it: "512" and "0.5" are megabytes, "2GB" says its
/// unit (K, M, G or T, also followed by B or iB, in capitals or not; each is 1024 of the one
/// before). Null for what is no such size, or less than a byte; what no machine can have is
/// the largest number.
std::optional<std::size_t> parse_memory_size(std::string_view text) {
    const std::size_t last_of_number = text.find_last_of("0123456789.");
    if (last_of_number == text.npos) return std::nullopt;
    const std::optional<double> number = parse_number(text.substr(0, last_of_number + 1));
    const std::optional<int> power = power_of_unit(text.substr(last_of_number + 1));
    if (!number || !power) return std::nullopt;
    const double bytes = std::ldexp(*number, 10 * *power);
    if (!(bytes >= 1)) return std::nullopt;
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    return bytes < static_cast<double>(most) ? static_cast<std::size_t>(bytes) : most;
}

void add_memory_limit(CLI::App& app, std::optional<std::size_t>& limit) {
    const std::string name = "--memory-limit";
    const auto read = [&limit, name](const std::string& text) {
        limit = parse_memory_size(text);
        if (!limit)
            throw CLI::ValidationError(
                name, fmt::format("takes megabytes, or a size like 512MB or 2GB, not '{}'", text));
    };
    app.add_option_function<std::string>(name, read,
                                         "Memory that one question (default: 8GB) or one fit "
                                         "(default: 2GB) may need; a number alone is megabytes")
        ->type_name("SIZE")
        ->group(rare_options);
}

/// The words of an option in lines that end at column 100, below each other.
class WrappedHelp : public CLI::Formatter {
public:
    WrappedHelp() { column_width(name_columns); }

    std::string make_option(const CLI::Option* option, bool is_positional) const override {
        const std::string below = "\n" + std::string(name_columns, ' '),
                          type = option->get_type_name();
        std::string text = "  " + make_option_name(option, is_positional);
        if (!type.empty()) text += " " + type;
        text += text.size() < name_columns ? std::string(name_columns - text.size(), ' ') : below;
        std::size_t column = name_columns;
        std::istringstream words(option->get_description());
        for (std::string word; words >> word;) {
            const bool is_first = column == name_columns,
                       fits = is_first || column + 1 + word.size() <= most_columns;
            text += (is_first ? "" : fits ? " " : below) + word;
            column = (fits ? column + !is_first : name_columns) + word.size();
        }
        return text + "\n";
    }

private:
    static constexpr std::size_t name_columns = 26, most_columns = 100;
};

void add_common(CLI::App& app, Options& options, Session& session) {
    options.group("Help and output").flag("--json", session.json, "Print JSON instead of text");
    options.rare().flag("--timings", session.show_timings,
                        "Print one line of JSON with times to standard error");
    add_memory_limit(app, session.memory.limit);
    app.set_version_flag("--version", version_text, "Print the version and exit")
        ->group(rare_options);
    app.set_help_flag("-h,--help", "Print this help and exit")->group("Help and output");
    app.set_help_all_flag("--help-all", "The same with all options")->group("Help and output");
}

std::string indented(const std::string& lines) {
    std::string text = "  ";
    for (const char c : lines) text.append(1, c).append(c == '\n' ? "  " : "");
    return text;
}

/// A command with all its options, ready to read arguments. The options refer to its session.
struct CommandLine {
    explicit CommandLine(const Command& command)
        : app(command.summary, std::string("pgm ") + command.name) {
        app.allow_extras();
        app.formatter(std::make_shared<WrappedHelp>());
        Options options(app);
        action = command.set_up(options, session);
        add_common(app, options, session);
        app.footer("Example:\n" + indented(command.examples));
    }

    Session session;
    CLI::App app;
    Action action;
};

/// Options that have another name now, and that name.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> renamed_options = {{
    {"--em", "--missing-cells em"},
    {"--continuous-columns", "--numbers"},
    {"--missing", "--missing-marks"},
    {"--repeats", "--cv-repeats"},
    {"--empty-rows", "--unseen-configurations"},
    {"--why", "--explain"},
    {"--restarts", "--initialisations"},
}};

/// "it is an option of 'pgm evaluate'"; null where no other command has it.
std::string owners_of(const std::string& option, std::span<const Command> all) {
    constexpr std::size_t most = 3;
    std::vector<std::string> owners;
    for (const Command& command : all)
        if (std::ranges::any_of(described_options(command), [&](const DescribedOption& known) {
                return std::ranges::count(known.names, option) > 0;
            }))
            owners.push_back(std::string("'pgm ") + command.name + "'");
    if (owners.empty()) return {};
    std::string text = "it is an option of ";
    for (std::size_t i = 0; i < std::min(owners.size(), most); ++i)
        text += (i == 0 ? "" : i + 1 == owners.size() ? " and " : ", ") + owners[i];
    return owners.size() > most ? text + " and others" : text;
}

/// The arguments that the command takes, as far as they are given.
std::vector<std::string> taken_arguments(const CLI::App& app) {
    std::vector<std::string> taken;
    for (const CLI::Option* const option : app.get_options())
        if (option->get_positional())
            taken.insert(taken.end(), option->results().begin(), option->results().end());
    return taken;
}

/// Refuses arguments that the command does not take. "--" ends the options: it is no surplus
/// itself, and whatever follows it is an argument, also with a dash in front.
void refuse_surplus(const CLI::App& app, std::span<const Command> all) {
    std::vector<std::string> surplus = app.remaining();
    const auto mark = std::ranges::find(surplus, "--");
    const auto option = std::find_if(surplus.begin(), mark, [](const std::string& text) {
        return text.size() > 1 && text.front() == '-';
    });
    const bool unknown_option = option != mark;
    const std::string given = unknown_option ? option->substr(0, option->find('=')) : "";
    if (mark != surplus.end()) surplus.erase(mark);
    if (surplus.empty()) return;
    const std::string see_help = "try '" + app.get_name() + " --help'";
    const std::string command = app.get_name().substr(app.get_name().find(' ') + 1);
    if (!unknown_option) {
        const std::string hint = hint_for_surplus(command, taken_arguments(app), surplus.front());
        throw UsageError("unexpected argument '" + surplus.front() + "'",
                         hint.empty() ? see_help : hint);
    }
    if (const std::string hint = hint_for_option(command, given); !hint.empty())
        throw UsageError("unknown option '" + given + "'", hint);
    const auto renamed =
        std::ranges::find(renamed_options, given, &decltype(renamed_options)::value_type::first);
    if (renamed != renamed_options.end())
        throw UsageError(
            "the option '" + given + "' is called '" + std::string(renamed->second) + "' now",
            see_help);
    if (const std::string owners = owners_of(given, all); !owners.empty())
        throw UsageError("unknown option '" + given + "'", owners + "; " + see_help);
    std::vector<std::string> names;
    for (const CLI::Option* known : app.get_options())
        for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
    const std::string nearest = nearest_name(given, names);
    throw UsageError("unknown option '" + given + "'",
                     nearest.empty() ? see_help : "did you mean '" + nearest + "'?");
}

/// Reads the arguments. False when they asked for help or the version, which then was printed.
bool read(CLI::App& app, Session& session, std::vector<std::string> arguments,
          std::span<const Command> all) {
    std::ranges::reverse(arguments);  // CLI11 takes them off the back
    try {
        app.parse(std::move(arguments));
    } catch (const CLI::CallForAllHelp&) {
        session.out.write(app.help());
        return false;
    } catch (const CLI::CallForHelp&) {
        for (CLI::Option* const option : app.get_options())
            if (option->get_group() == rare_options) option->group("");
        session.out.write(app.help());
        return false;
    } catch (const CLI::CallForVersion&) {
        session.out.write(std::string(version_text) + "\n");
        return false;
    } catch (const CLI::ParseError& error) {
        refuse_surplus(app, all);
        throw UsageError(error.what(), "try '" + app.get_name() + " --help'");
    }
    refuse_surplus(app, all);
    return true;
}

/// The lines of the options of one group, or of all.
std::string lines_of(const CLI::App& app, const std::string& group) {
    const WrappedHelp format;
    std::string text;
    for (const CLI::Option* const option : app.get_options())
        if (group.empty() || option->get_group() == group)
            text += format.make_option(option, false);
    return text;
}

}  // namespace

std::string option_lines(const std::function<void(Options&)>& declare) {
    CLI::App app;
    app.set_help_flag();
    Options options(app);
    declare(options);
    return lines_of(app, {});
}

std::string rare_option_lines() {
    Session session;
    std::size_t threads = 0, seed = 1;
    CLI::App app;
    Options options(app);
    add_common(app, options, session);
    add_question_options(options, session);
    options.threads(threads);
    options.seed(seed, "Seed of what is random: folds, random initialisations, samples, ...");
    return lines_of(app, rare_options);
}

void add_chance_only(Options& options, Session& session) {
    options.flag("--chance-only", session.chance_only,
                 "Of an influence diagram, keep what no decision touches");
}

void add_question_options(Options& options, Session& session) {
    options.rare().count("--repeat", session.repeat, 1,
                         "Run each question N times and report the median time");
    options.optional_count("--work-limit", session.work_limit, 1,
                           "Refuse a question that takes more than N million multiplications, a "
                           "thousand of which are about a second; default: no limit");
}

std::vector<DescribedOption> described_options(const Command& command) {
    const CommandLine line(command);
    std::vector<DescribedOption> described;
    for (const CLI::Option* const option : line.app.get_options()) {
        DescribedOption& made =
            described.emplace_back(DescribedOption{{},
                                                   option->get_type_name(),
                                                   option->get_description(),
                                                   option->get_group(),
                                                   option->get_positional(),
                                                   option->get_required(),
                                                   option->get_expected_max() > 1});
        if (made.is_argument) made.names.push_back(option->get_name(true));
        for (const std::string& name : option->get_snames()) made.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) made.names.push_back("--" + name);
    }
    return described;
}

int run_command(const Command& command, std::vector<std::string> arguments,
                std::span<const Command> all, const sources::Ranks* ranks) {
    CommandLine line(command);
    Session& session = line.session;
    session.ranks = ranks;
    session.arguments = arguments;
    session.arguments.insert(session.arguments.begin(), command.name);
    if (!session.writes_files()) session.out.silence();
    refuse_likely_slips(command.name, arguments);
    const int status = read(line.app, session, std::move(arguments), all) ? line.action() : fine;
    session.out.flush();
    if (session.show_timings && session.writes_files()) {
        const std::string times = session.timings.line();
        std::fwrite(times.data(), 1, times.size(), stderr);
    }
    return status;
}

}  // namespace pgm::apps
