#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/asking.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/network_file.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct NewRequest {
    std::string text;
    std::string name;
    std::string path = "-";
};

/// The network of the text, each variable without rows marked as one to be filled in.
BayesianNetwork network_of(const NewRequest& request, bool& has_marks) {
    NetworkBuilder builder =
        with_caret(request.text, [&] { return NetworkBuilder::parse(request.text); });
    if (builder.size() == 0)
        throw UsageError("the text has no variables", "pgm new 'Rain{no|yes} -> Wet{no|yes}'");
    builder.set_name(request.name);
    const std::vector<VariableId> filled = builder.fill_in();
    for (const VariableId variable : filled)
        builder.annotate(variable, std::string(to_be_filled_in));
    has_marks = !filled.empty();
    return std::move(builder).build();
}

int make_new(Session& session, const NewRequest& request) {
    refuse_two_outputs(session.json, is_standard_output(request.path) ? "-" : "");
    bool has_marks = false;
    const BayesianNetwork network = timed(session, [&] { return network_of(request, has_marks); });
    io::write_network(network, request.path);
    if (is_standard_output(request.path)) return fine;
    write(session, {{"written", "written", request.path},
                    {"variables", "variables", network.size()},
                    {"arcs", "arcs", network.dag().arc_count()},
                    {"parameters", "parameters", parameter_count(network),
                     has_marks ? " to be filled in" : ""}});
    return fine;
}

}  // namespace

Action set_up_new(Options& options, Session& session) {
    const auto given = std::make_shared<NewRequest>();
    options.argument("TEXT", given->text,
                     "Variables, their states, arcs and rows: 'Rain{no|yes} -> hours{real}; Rain: "
                     "0.8 0.2; hours | Rain=yes: normal(3, sd 1)'");
    options.text("-o,--output", given->path, "MODEL",
                 "The network to write (.json, .bif, ...); default: BIF on standard output");
    options.text("--name", given->name, "NAME", "The name of the network");
    return [given, &session] { return make_new(session, *given); };
}

}  // namespace pgm::apps
