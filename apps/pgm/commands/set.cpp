#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <pgm/core/error.hpp>
#include <pgm/query/network_change.hpp>

#include <memory>
#include <variant>

namespace pgm::apps {
namespace {

struct SetRequest {
    std::string model;
    std::vector<std::string> changes;
    std::string path;
};

int set(Session& session, const SetRequest& request) {
    const std::string path = request.path.empty() ? request.model : request.path;
    if (request.path.empty() && is_structure(request.model))
        throw UsageError("a text has no file to be written back to", "-o MODEL names one");
    refuse_two_outputs(session.json, path);
    require_model_name(path);
    io::ModelResult read = load_model_and_text(session, request.model);
    auto* const network = std::get_if<BayesianNetwork>(&read.model);
    if (network == nullptr)
        throw ArgumentError(quoted_name(request.model) +
                                " is a classifier: its numbers belong to the rows it was fitted to",
                            "'pgm convert' writes its network, which can be changed");
    std::vector<std::string> made;
    for (const std::string& text : request.changes) {
        ChangedNetwork next = with_caret(text, [&] { return changed(*network, text); });
        made.push_back(std::move(next.change));
        *network = std::move(next.network);
    }
    write_network_of(request.model, read.source, *network, path);
    if (is_standard_output(path)) return fine;
    Report report{{"written", "written", path}, {"changes", made}};
    for (const std::string& change : made) report.add(Sentence{change});
    write(session, report);
    return fine;
}

}  // namespace

Action set_up_set(Options& options, Session& session) {
    const auto given = std::make_shared<SetRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.arguments("CHANGE", given->changes,
                      "'P(X=x | A=a) = 0.2' (the others of the row keep their ratios), 'P(X | A=a) "
                      "= 0.2 0.8', 'state X: a -> b', 'rename X -> Y', 'add A -> B', 'remove A -> "
                      "B', 'remove X'; one after the other");
    options.text("-o,--output", given->path, "MODEL",
                 "The network to write, or - for BIF on standard output; default: MODEL itself, of "
                 "which only the lines change that have other numbers");
    return [given, &session] { return set(session, *given); };
}

}  // namespace pgm::apps
