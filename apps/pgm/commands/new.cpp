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
    std::string structure;
    std::string name;
    std::string path = "-";
};

/// The network of the structure, each variable marked as one to be filled in.
BayesianNetwork to_fill_in(const NewRequest& request) {
    NetworkBuilder builder(
        with_caret(request.structure, [&] { return uniform_network(request.structure); }));
    if (builder.size() == 0)
        throw UsageError("the structure has no variables", "pgm new 'Rain{no|yes} -> Wet{no|yes}'");
    builder.set_name(request.name);
    for (std::size_t v = 0; v < builder.size(); ++v)
        builder.annotate(VariableId(v), std::string(to_be_filled_in));
    return std::move(builder).build();
}

int make_new(Session& session, const NewRequest& request) {
    refuse_two_outputs(session.json, is_standard_output(request.path) ? "-" : "");
    const BayesianNetwork network = timed(session, [&] { return to_fill_in(request); });
    io::write_network(network, request.path);
    if (is_standard_output(request.path)) return fine;
    write(session, {{"written", "written", request.path},
                    {"variables", "variables", network.size()},
                    {"arcs", "arcs", network.dag().arc_count()},
                    {"parameters", "parameters", parameter_count(network), " to be filled in"}});
    return fine;
}

}  // namespace

Action set_up_new(Options& options, Session& session) {
    const auto given = std::make_shared<NewRequest>();
    options.argument("STRUCTURE", given->structure,
                     "Variables, their states and arcs: 'Rain{no|yes} -> Wet{no|yes}; Rain -> "
                     "hours{real}'");
    options.text("-o,--output", given->path, "MODEL",
                 "The network to write (.json, .bif, ...); default: BIF on standard output");
    options.text("--name", given->name, "NAME", "The name of the network");
    return [given, &session] { return make_new(session, *given); };
}

}  // namespace pgm::apps
