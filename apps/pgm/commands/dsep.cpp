#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <pgm/graph/d_separation.hpp>
#include <pgm/query/d_separation_statement.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct DsepRequest {
    std::string model;
    std::string statement;
};

std::string json_of(const BayesianNetwork& network, const DSeparation& answer) {
    JsonText json;
    json.begin_object().key("separated").boolean(answer.separated);
    if (!answer.separated) {
        json.key("active_path").begin_array();
        for (const VariableId variable : answer.active_path)
            json.string(network.variable(variable).name());
        json.end_array();
    }
    return json.end_object().take() + "\n";
}

/// "asia -> tub -> either <- lung"
std::string path_text(const BayesianNetwork& network, const std::vector<VariableId>& path) {
    std::string text = shown_name(network.variable(path.front()).name());
    for (std::size_t i = 1; i < path.size(); ++i)
        text += (network.dag().has_arc(path[i - 1], path[i]) ? " -> " : " <- ") +
                shown_name(network.variable(path[i]).name());
    return text;
}

int dsep(Session& session, const DsepRequest& request) {
    const BayesianNetwork network = load_model(session, request.model);
    const DSeparationStatement statement = with_caret(
        request.statement, [&] { return parse_d_separation(network, request.statement); });
    const DSeparation answer = timed(session, [&] {
        return d_separation(network.dag(), statement.left, statement.right, statement.given);
    });
    if (session.json) {
        session.out.write(json_of(network, answer));
    } else if (answer.separated) {
        session.out.write("true\n");
    } else {
        session.out.write("false, active path: " + path_text(network, answer.active_path) + "\n");
    }
    return fine;
}

}  // namespace

Action set_up_dsep(Options& options, Session& session) {
    const auto given = std::make_shared<DsepRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.argument("STATEMENT", given->statement, "'A, B _||_ C | D'", Options::Empty::allowed);
    return [given, &session] { return dsep(session, *given); };
}

}  // namespace pgm::apps
