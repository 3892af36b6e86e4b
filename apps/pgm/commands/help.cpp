#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/manual/manual.hpp>
#include <apps/pgm/options/help_topics.hpp>
#include <apps/pgm/shell/errors.hpp>

#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

struct HelpRequest {
    std::string name;  ///< a topic or a command; empty: all commands
    bool man = false;
};

int help(Session& session, const HelpRequest& request) {
    const std::optional<std::string> topic = help_topic(request.name);
    if (request.man && !topic)
        write_text(session, request.name.empty() ? man_page(all_commands())
                                                 : man_page(find_command(request.name)));
    else if (topic || request.name.empty())
        write_text(session, topic ? *topic : general_help(all_commands()));
    else
        return run_command(find_command(request.name), {"--help"}, all_commands());
    return fine;
}

}  // namespace

std::vector<std::string> help_names() {
    std::vector<std::string> names = help_topics();
    for (const Command& command : all_commands()) names.emplace_back(command.name);
    return names;
}

Action set_up_help(Options& options, Session& session) {
    const auto request = std::make_shared<HelpRequest>();
    options.optional_argument("TOPIC", request->name,
                              "A list of words (structures, smoothing, ...) or a command; without "
                              "one all commands are listed");
    options.flag("--man", request->man,
                 "Print the manual page of the command, or of all, for man(1)");
    return [request, &session] { return help(session, *request); };
}

}  // namespace pgm::apps
