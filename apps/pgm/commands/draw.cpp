#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/density_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/arc_confidence_file.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <io/picture/picture.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/partially_directed_graph.hpp>
#include <pgm/model/model.hpp>
#include <pgm/query/prepared_given.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

/// Beyond this many variables the bars are left out unless asked for: no one could read them.
constexpr std::size_t largest_with_bars = 100;

struct DrawRequest {
    std::string model;
    std::string path;
    EvidenceOptions evidence;
    std::string confidence;  ///< the file
    bool bars = false;
    bool no_bars = false;
    bool tables = false;
    bool cpdag = false;
    std::string only;    ///< names
    std::string around;  ///< names
    std::size_t depth = 1;

    bool is_part() const { return !only.empty() || !around.empty(); }
};

/// The continuous variables among those that are drawn.
std::vector<VariableId> drawn_densities(const BayesianNetwork& network,
                                        const io::Picture& picture) {
    std::vector<VariableId> continuous = shown_variables(network, picture);
    std::erase_if(continuous, [&](VariableId id) { return network.variable(id).is_discrete(); });
    return continuous;
}

/// What is known of densities, with a note about those that are not drawn, one for all that have
/// the same reason.
void add_densities(io::Picture& picture, const BayesianNetwork& network,
                   std::span<const DensityAnswer> answers) {
    std::map<std::string, std::vector<std::string>> refused;
    for (const DensityAnswer& answer : answers) {
        io::Picture::Distribution& distribution = picture.distributions[answer.variable.index()];
        if (answer.posterior) {
            distribution = *answer.posterior;
            continue;
        }
        if (answer.moments)
            distribution = io::Picture::Moments{answer.moments->means[0],
                                                std::sqrt(answer.moments->covariance(0, 0))};
        refused[answer.refusal].push_back(network.variable(answer.variable).name());
    }
    constexpr std::size_t most_named = 6;
    for (const auto& [reason, names] : refused)
        print_note("no curve of " + few(names, most_named, quoted_name) + ": " + reason);
}

/// Fills in the posteriors. Where the evidence is impossible, why.
std::optional<ConflictReport> add_distributions(Session& session, io::Picture& picture,
                                                const Given& given, const ModelEngine& engine) {
    const BayesianNetwork& network = engine.network();
    picture.distributions.resize(network.size());
    Workspace workspace;
    const auto densities = timed(session, [&]() -> std::optional<std::vector<DensityAnswer>> {
        const PreparedGiven prepared(engine.view(), given, workspace);
        const Posterior& posterior = prepared.marginals(discrete_variables(network), workspace);
        if (posterior.impossible()) return std::nullopt;
        for (std::size_t i = 0; i < posterior.size(); ++i)
            picture.distributions[posterior.variables()[i].index()] =
                std::vector<double>(posterior[i].begin(), posterior[i].end());
        return ask_densities(prepared.solver(), drawn_densities(network, picture),
                             prepared.evidence(), workspace, false);
    });
    if (!densities) return conflict_report(engine.view(), given);
    add_densities(picture, network, *densities);
    return std::nullopt;
}

std::optional<std::vector<io::SureArc>> read_confidence(const std::string& path,
                                                        const BayesianNetwork& network) {
    if (path.empty()) return std::nullopt;
    return io::read_arc_confidence(path, names_of(network.variables()));
}

/// What is known of single variables, which tints them.
Evidence findings_of(const BayesianNetwork& network, const Given& given) {
    Evidence findings;
    for (const auto& [variable, finding] : conditioned(network, given).evidence)
        if (variable.index() < network.size()) findings.add(variable, finding);
    return findings;
}

/// The variables that are drawn: those named, and those near to the ones they are around.
std::optional<std::vector<VariableId>> drawn_part(const DrawRequest& request,
                                                  const BayesianNetwork& network) {
    if (!request.is_part()) return std::nullopt;
    std::vector<VariableId> part;
    if (!request.only.empty()) part = parse_variables(network, request.only);
    if (!request.around.empty()) {
        const std::vector<VariableId> near =
            within_steps(network.dag(), parse_variables(network, request.around), request.depth);
        part.insert(part.end(), near.begin(), near.end());
    }
    std::ranges::sort(part);
    part.erase(std::ranges::unique(part).begin(), part.end());
    return part;
}

/// What is drawn of the network, or of several: their arcs, and the tables of one only.
io::Picture picture_of(const DrawRequest& request, std::span<const WeightedNetwork> members,
                       const Given& given) {
    const BayesianNetwork& network = members.front().network;
    const std::size_t networks = members.size();
    io::Picture picture{.evidence = findings_of(network, given),
                        .tables = request.tables,
                        .confidence = read_confidence(request.confidence, network)};
    picture.only = drawn_part(request, network);
    if (request.cpdag && networks > 1)
        throw averages_networks(request.model, networks, "an equivalence class of its own");
    if (request.cpdag)
        picture.open =
            pgm::cpdag(network.dag(), arcs_into_continuous(network.dag(), network.variables()))
                .reversible;
    if (networks == 1) return picture;
    if (request.tables) throw averages_networks(request.model, networks, "tables of its own");
    picture.arcs = graphs_of(members).arcs;
    return picture;
}

bool is_dot(std::string_view path) {
    return io::has_suffix(path, ".dot") || io::has_suffix(path, ".gv");
}

bool is_page(std::string_view path) {
    return io::has_suffix(path, ".html");
}

/// To standard output, the picture is a member.
Report report_of(const std::string& path, const std::string& picture) {
    if (is_standard_output(path)) return {{"written", Value()}, {"text", picture}};
    return {{"written", path}};
}

int draw(Session& session, const DrawRequest& request) {
    if (!is_standard_output(request.path) && !is_dot(request.path) && !is_page(request.path) &&
        !io::has_suffix(request.path, ".svg"))
        throw UsageError("cannot tell from the name '" + request.path + "' what to draw",
                         "pictures are .svg, .html or .dot files, each also with .gz or .zst, or - "
                         "for SVG on standard "
                         "output");
    if (request.bars && request.no_bars)
        throw UsageError("--bars and --no-bars exclude each other");
    refuse_to_overwrite(request.path, {request.model, request.evidence.file, request.confidence},
                        {"the picture", "it is made from"});
    io::ModelResult loaded = load_structure(session, request.model);
    const bool has_numbers = loaded.tables_to_learn.empty();
    const std::vector<WeightedNetwork> members = networks_of(session, request.model, loaded.model);
    const BayesianNetwork& network = members.front().network;
    if (request.bars || request.tables) io::require_all_tables(network, loaded.tables_to_learn);
    const Given given = request.evidence.read_one(network);
    io::Picture picture = picture_of(request, members, given);
    const bool bars =
        request.bars || (!request.no_bars && has_numbers &&
                         shown_variables(network, picture).size() <= largest_with_bars);
    const auto conflict =
        bars ? add_distributions(session, picture, given,
                                 ModelEngine(session, request.model, std::move(loaded.model)))
             : std::nullopt;
    if (conflict) {
        if (session.json)
            write(session, Report{{"written", Value()},
                                  {"impossible", true},
                                  {"conflict", conflict->findings}});
        return report(failure_of(ErrorCode::impossible, {{.message = conflict->sentence()}}));
    }
    std::string (*const text_of)(const BayesianNetwork&, const io::Picture&) =
        is_dot(request.path)    ? io::dot_text
        : is_page(request.path) ? io::html_text
                                : io::svg_text;
    const std::string text = text_of(network, picture);
    const bool to_output = is_standard_output(request.path);
    if (!to_output) io::save_atomically(request.path, text);
    if (session.json) {
        write(session, report_of(request.path, text));
    } else if (to_output) {
        session.out.write(text);
    }
    return fine;
}

}  // namespace

Action set_up_draw(Options& options, Session& session) {
    const auto given = std::make_shared<DrawRequest>();
    options.argument("MODEL", given->model,
                     "Model file, - for standard input, or a structure, 'A -> B, C'");
    options.required_text(
        "-o,--output", given->path, "FILE",
        "Picture to write: .svg, .html (a page to zoom and to search, for large networks) or .dot "
        "(input of Graphviz); - is SVG on standard output");
    given->evidence.add_to(options);
    options.text("--only", given->only, "NAMES", "Only these variables: 'lung, bronc'");
    options.text("--around", given->around, "NAMES",
                 "Only these variables and those near to them, by arcs in either direction");
    options.count("--depth", given->depth, 0, "Of --around: how many arcs away; default: 1");
    options.text("--confidence", given->confidence, "FILE",
                 "CSV from,to,confidence, as 'pgm learn --confidence' writes it: arcs have a width "
                 "and a label by it");
    options.flag("--tables", given->tables, "Show the conditional probability tables");
    options.flag(
        "--cpdag", given->cpdag,
        "Arcs that data leave open, either way round in an equivalent graph, have no head");
    options.flag("--no-bars", given->no_bars, "Show names only, without probabilities");
    options.flag("--bars", given->bars,
                 "Show probabilities for any number of variables; default: up to " +
                     std::to_string(largest_with_bars));
    return [given, &session] { return draw(session, *given); };
}

}  // namespace pgm::apps
