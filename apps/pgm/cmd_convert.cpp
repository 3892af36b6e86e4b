#include <apps/pgm/commands.hpp>
#include <apps/pgm/errors.hpp>
#include <apps/pgm/exit_status.hpp>
#include <apps/pgm/output_path.hpp>
#include <io/format.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct ConvertRequest {
    std::string from;
    std::string to;
    bool lossy = false;
};

int convert(Session& session, const ConvertRequest& request) {
    refuse_to_overwrite(request.to, {request.from}, {"the copy", "it is made from"});
    const BayesianNetwork network = load_model(session, request.from);
    const std::vector<std::string> losses = io::losses(network, request.to);
    for (const std::string& loss : losses) {
        Problem problem{.severity = request.lossy ? Problem::Severity::note : Problem::Severity::error,
                        .message = "'" + request.to + "' cannot hold " + loss};
        if (!request.lossy) problem.hint = "--lossy writes it all the same";
        print_problem(problem);
    }
    if (!losses.empty() && !request.lossy) return bad_input;
    io::write_network(network, request.to);
    return fine;
}

}  // namespace

Action set_up_convert(Options& options, Session& session) {
    const auto given = std::make_shared<ConvertRequest>();
    options.argument("IN", given->from, "Model file, or - for standard input");
    options.argument("OUT", given->to, "File to write, its suffix says the format; - writes BIF to standard output");
    options.flag("--lossy", given->lossy, "Write even if the format cannot hold everything");
    return [given, &session] { return convert(session, *given); };
}

}  // namespace pgm::apps
