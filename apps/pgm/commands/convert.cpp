#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <apps/pgm/shell/output_path.hpp>
#include <io/bif/bif.hpp>
#include <io/network_file.hpp>

#include <memory>
#include <sstream>

namespace pgm::apps {
namespace {

struct ConvertRequest {
    std::string from;
    std::string to;
    bool lossy = false;
};

/// What cannot be written, as notes when it may be lost.
std::vector<Problem> problems_of(const ConvertRequest& request,
                                 const std::vector<std::string>& losses) {
    std::vector<Problem> problems;
    for (const std::string& loss : losses) {
        Problem problem{
            .severity = request.lossy ? Problem::Severity::note : Problem::Severity::error,
            .message = "'" + request.to + "' cannot hold " + loss};
        if (!request.lossy) problem.hint = "--lossy writes it all the same";
        problems.push_back(std::move(problem));
    }
    return problems;
}

/// {"written":"asia.pgmodel","lost":[]}; to standard output, the text of the model is a member.
std::string json_of(const BayesianNetwork& network, const ConvertRequest& request,
                    const std::vector<std::string>& losses) {
    JsonText json;
    json.begin_object().key("written");
    is_standard_output(request.to) ? json.null() : json.string(request.to);
    json.key("lost").begin_array();
    for (const std::string& loss : losses) json.string(loss);
    json.end_array();
    if (is_standard_output(request.to)) {
        std::ostringstream text;
        io::write_bif(network, text);
        json.key("text").string(text.view());
    }
    return json.end_object().take() + "\n";
}

int convert(Session& session, const ConvertRequest& request) {
    refuse_to_overwrite(request.to, {request.from}, {"the copy", "it is made from"});
    const BayesianNetwork network = load_model(session, request.from);
    const std::vector<std::string> losses = io::losses(network, request.to);
    const std::vector<Problem> problems = problems_of(request, losses);
    if (!problems.empty() && !request.lossy)
        return report(failure_of(ErrorCode::argument, problems));
    print_problems(problems);
    if (!session.json || !is_standard_output(request.to)) io::write_network(network, request.to);
    if (session.json) session.out.write(json_of(network, request, losses));
    return fine;
}

}  // namespace

Action set_up_convert(Options& options, Session& session) {
    const auto given = std::make_shared<ConvertRequest>();
    options.argument("IN", given->from, "Model file, or - for standard input");
    options.argument("OUT", given->to,
                     "File to write, its suffix says the format; - writes BIF to standard output");
    options.flag("--lossy", given->lossy, "Write even if the format cannot hold everything");
    return [given, &session] { return convert(session, *given); };
}

}  // namespace pgm::apps
