#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <apps/pgm/shell/output_path.hpp>
#include <io/arc_confidence_file.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <io/picture/dot.hpp>
#include <io/picture/svg.hpp>
#include <pgm/classify/mixture.hpp>
#include <pgm/model/network_builder.hpp>

#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

/// Beyond this many variables the bars are left out unless asked for: nobody could read them.
constexpr std::size_t largest_with_bars = 100;

struct DrawRequest {
    std::string model;
    std::string path;
    EvidenceOptions evidence;
    std::string confidence;  ///< the file
    bool bars = false;
    bool no_bars = false;
    bool tables = false;
};

/// Fills in the posteriors. Where the evidence is impossible, why.
std::optional<ConflictReport> add_bars(Session& session, io::Picture& picture,
                                       std::vector<WeightedNetwork> members) {
    const MixtureEngine engine(std::move(members), engine_options(session));
    MixtureWorkspace workspace;
    const Posterior posterior = timed(session, [&] {
        return engine.marginals(discrete_variables(engine.network()), picture.evidence, workspace);
    });
    if (posterior.impossible()) return conflict_report(engine, picture.evidence);
    picture.distributions.resize(engine.network().size());  // a continuous variable has none
    for (std::size_t i = 0; i < posterior.size(); ++i) {
        picture.distributions[posterior.variables()[i].index()].assign(posterior[i].begin(),
                                                                       posterior[i].end());
    }
    return std::nullopt;
}

std::optional<std::vector<io::SureArc>> read_confidence(const std::string& path,
                                                        const BayesianNetwork& network) {
    if (path.empty()) return std::nullopt;
    std::vector<std::string> names;
    for (const Variable& variable : network.variables()) names.push_back(variable.name());
    return io::read_arc_confidence(path, names);
}

/// The variables alone, each independent of the others: what is drawn of networks that do not all
/// have the same.
BayesianNetwork without_arcs(std::span<const Variable> variables) {
    NetworkBuilder builder;
    for (const Variable& variable : variables) {
        const std::size_t states = variable.cardinality();
        const VariableId id = builder.add_variable(variable);
        const std::vector uniform(states, 1 / static_cast<double>(states));
        builder.set_cpd(TableCpd(Scope({id}, {states}), uniform));
    }
    return builder.build();
}

/// What is drawn of the network, or of several: their arcs, and the tables of one only.
io::Picture picture_of(const DrawRequest& request, const BayesianNetwork& network,
                       std::size_t networks, const std::vector<Arc>& arcs) {
    io::Picture picture{.evidence = request.evidence.read_one(network),
                        .tables = request.tables,
                        .confidence = read_confidence(request.confidence, network)};
    if (networks == 1) return picture;
    if (request.tables) throw averages_networks(request.model, networks, "tables of its own");
    picture.arcs = arcs;
    return picture;
}

bool is_dot(std::string_view path) {
    return io::has_suffix(path, ".dot") || io::has_suffix(path, ".gv");
}

/// {"written":"net.svg"}; to standard output, the picture is a member.
std::string json_of(const std::string& path, const std::string& picture) {
    JsonText json;
    json.begin_object().key("written");
    is_standard_output(path) ? json.null().key("text").string(picture) : json.string(path);
    return json.end_object().take() + "\n";
}

/// The same where the evidence is impossible, and there is no picture.
std::string json_of(const ConflictReport& conflict) {
    JsonText json;
    json.begin_object().key("written").null().key("impossible").boolean(true);
    conflict.write(json);
    return json.end_object().take() + "\n";
}

int draw(Session& session, const DrawRequest& request) {
    if (!is_standard_output(request.path) && !is_dot(request.path) &&
        !io::has_suffix(request.path, ".svg"))
        throw UsageError(
            "cannot tell from the name '" + request.path + "' what to draw",
            "pictures are .svg or .dot files, each also with .gz, or - for SVG on standard output");
    if (request.bars && request.no_bars)
        throw UsageError("--bars and --no-bars exclude each other");
    refuse_to_overwrite(request.path, {request.model, request.evidence.file, request.confidence},
                        {"the picture", "it is made from"});
    io::ModelResult model = load_structure(session, request.model);
    const std::vector<WeightedNetwork> members = io::members_of(std::move(model.model));
    const MixtureGraphs graphs = graphs_of(members);
    const BayesianNetwork& first = members.front().network;
    const BayesianNetwork network =
        first.size() == graphs.variables.size() ? first : without_arcs(graphs.variables);
    if (request.bars || request.tables) io::require_all_tables(first, model.tables_to_learn);
    io::Picture picture = picture_of(request, network, members.size(), graphs.arcs);
    const bool bars =
        request.bars || (!request.no_bars && network.size() <= largest_with_bars &&
                         model.tables_to_learn.empty() && have_same_variables(members));
    const auto conflict = bars ? add_bars(session, picture, members) : std::nullopt;
    if (conflict) {
        if (session.json) session.out.write(json_of(*conflict));
        return report(failure_of(ErrorCode::impossible, {{.message = conflict->sentence()}}));
    }
    const std::string text =
        is_dot(request.path) ? io::dot_text(network, picture) : io::svg_text(network, picture);
    const bool to_output = is_standard_output(request.path);
    if (!to_output) io::save_atomically(request.path, text);
    if (session.json) {
        session.out.write(json_of(request.path, text));
    } else if (to_output) {
        session.out.write(text);
    }
    return fine;
}

}  // namespace

Action set_up_draw(Options& options, Session& session) {
    const auto given = std::make_shared<DrawRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.required_text("-o,--output", given->path, "FILE",
                          "Picture to write: .svg (needs Graphviz) or .dot (input of Graphviz); - "
                          "is SVG on standard output");
    given->evidence.add_to(options);
    options.text("--confidence", given->confidence, "FILE",
                 "CSV from,to,confidence, as 'pgm learn --confidence' writes it: arcs have a width "
                 "and a label by it");
    options.flag("--tables", given->tables, "Show the conditional probability tables");
    options.flag("--no-bars", given->no_bars, "Show names only, without probabilities");
    options.flag("--bars", given->bars,
                 "Show probabilities for any number of variables; default: up to " +
                     std::to_string(largest_with_bars));
    return [given, &session] { return draw(session, *given); };
}

}  // namespace pgm::apps
