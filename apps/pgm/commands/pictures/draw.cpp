#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/commands/pictures/explore.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/interval_choices.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/evaluation_plots.hpp>
#include <apps/pgm/report/page/picture_distributions.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/arc_confidence_file.hpp>
#include <io/file/output_file.hpp>
#include <io/page/page_request.hpp>
#include <io/picture/picture_file.hpp>
#include <pgm/decide/decision_query.hpp>
#include <pgm/graph/partially_directed_graph.hpp>
#include <pgm/model/model.hpp>
#include <pgm/query/answer.hpp>

#include <algorithm>
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
    IntervalChoices interval;
    std::string confidence;  ///< the file
    bool bars = false;
    bool no_bars = false;
    bool tables = false;
    bool cpdag = false;
    bool influence = false;
    std::string graph;   ///< that of inference; "" for the network
    std::string only;    ///< names
    std::string around;  ///< names
    std::size_t depth = 1;
    std::string layout = "layers", direction = "down";
    ExploreRequest page;

    bool is_part() const { return !only.empty() || !around.empty(); }
};

/// How sure the bars are.
void add_intervals(io::Picture& picture, const Given& given, const ModelEngine& engine,
                   const IntervalOptions& options) {
    const std::vector<VariableId> discrete = discrete_variables(engine.network());
    const auto all = credible_intervals(engine.joint().model(), marginals_question(discrete, given),
                                        engine.joint().options(), options);
    picture.intervals.resize(engine.network().size());
    auto next = all.begin();
    for (const VariableId variable : discrete) {
        const auto end = next + static_cast<std::ptrdiff_t>(engine.network().cardinality(variable));
        picture.intervals[variable.index()].assign(next, end);
        next = end;
    }
}

/// Fills in the posteriors. Where the evidence is impossible, why.
std::optional<ConflictReport> add_distributions(Session& session, io::Picture& picture,
                                                const Given& given, const ModelEngine& engine) {
    const auto densities =
        timed(session, [&] { return ask_distributions(picture, given, engine.joint()); });
    if (!densities) return conflict_report(engine.joint(), given);
    for (const std::string& remark : add_densities(picture, engine.network(), *densities))
        print_note(remark);
    return std::nullopt;
}

/// The worth of the alternatives of decisions under the strategy that the bars are drawn under.
std::map<VariableId, DecisionAnswer> expected_utilities(const Session& session,
                                                        const InfluenceDiagram& diagram,
                                                        const Given& given) {
    std::map<VariableId, DecisionAnswer> answers;
    DecisionOptions options{.engine = engine_options(session)};
    try {
        const Evidence findings = findings_of(diagram, given);
        options.given = decide(diagram, {}, options).strategy;
        for (const VariableId decision : diagram.decisions())
            if (!findings.has(decision))
                answers[decision] =
                    answer(diagram, {.decision = decision, .given = given}, options);
    } catch (const ArgumentError& error) {
        print_note("no expected utilities of alternatives: " + error.message());
    }
    return answers;
}

std::optional<std::vector<io::SureArc>> read_confidence(const std::string& path,
                                                        const BayesianNetwork& network) {
    if (path.empty()) return std::nullopt;
    return io::read_arc_confidence(path, names_of(network.variables()));
}

/// Findings about single variables, which tint them.
Evidence findings_of(const BayesianNetwork& network, const Given& given) {
    Evidence findings;
    for (const auto& [variable, finding] : conditioned(network, given).evidence)
        if (variable.index() < network.size()) findings.add(variable, finding);
    return findings;
}

/// The variables that are drawn: those named, and those near to the ones they are around.
std::optional<std::vector<VariableId>> drawn_part(const DrawRequest& request,
                                                  const BayesianNetwork& network) {
    const auto named = [&](const std::string& names) {
        return names.empty() ? std::vector<VariableId>{} : parse_variables(network, names);
    };
    return io::page_part(network, named(request.only), named(request.around), request.depth);
}

constexpr std::pair<const char*, io::Picture::Graph> graphs[] = {
    {"moral", io::Picture::Graph::moral},
    {"triangulated", io::Picture::Graph::triangulated},
    {"cliques", io::Picture::Graph::cliques}};

io::Picture::Graph graph_of(const std::string& word) {
    for (const auto& [name, graph] : graphs)
        if (word == name) return graph;
    if (word.empty()) return io::Picture::Graph::network;
    throw UsageError("--graph takes moral, triangulated or cliques, not '" + word + "'");
}

/// Notes the parts of a network that a graph of inference does not have.
void say_not_drawn(const BayesianNetwork& network, const Given& given, io::Picture::Graph graph) {
    if (graph == io::Picture::Graph::network) return;
    std::vector<std::string> continuous;
    for (const Variable& variable : network.variables())
        if (!variable.is_discrete()) continuous.push_back(variable.name());
    if (graph != io::Picture::Graph::moral && !continuous.empty())
        print_note("not drawn, since they have densities: " +
                   first_few(continuous, 10, quoted_name));
    if (conditioned(network, given).network.size() > network.size())
        print_note("not drawn: evidence about several variables together");
}

/// The picture of the network, or of several: their arcs, and the tables of one only.
io::Picture picture_of(const DrawRequest& request, std::span<const WeightedNetwork> members,
                       const Given& given) {
    const BayesianNetwork& network = members.front().network;
    const std::size_t networks = members.size();
    io::Picture picture{.evidence = findings_of(network, given),
                        .tables = request.tables,
                        .confidence = read_confidence(request.confidence, network)};
    picture.only = drawn_part(request, network);
    picture.at_file_positions = request.layout == "file";
    if (request.direction == "right") picture.direction = io::Picture::Direction::right;
    picture.title = io::page_title(network, request.model);
    picture.graph = graph_of(request.graph);
    if (!request.graph.empty() && networks > 1)
        throw averages_networks(request.model, networks, "graphs of its own");
    if (request.cpdag && networks > 1)
        throw averages_networks(request.model, networks, "an equivalence class of its own");
    if (request.cpdag)
        picture.open =
            pgm::cpdag(network.dag(), mixed_arcs(network.dag(), network.variables())).reversible;
    if (request.page.explore && networks > 1)
        throw averages_networks(request.model, networks, "a page of its own");
    if (networks == 1) return picture;
    if (request.tables) throw averages_networks(request.model, networks, "tables of its own");
    picture.arcs = graphs_of(members).arcs;
    return picture;
}

/// The picture as the suffix of its file has it, SVG for standard output. Texts that the fonts of a
/// PDF file do not have are named.
std::string drawn(const std::string& path, const BayesianNetwork& network,
                  const io::Picture& picture) {
    io::WrittenScene written =
        io::write_picture(network, picture, is_standard_output(path) ? ".svg" : path);
    say_replaced(written.replaced);
    return std::move(written.bytes);
}

void require_word(const std::string& option, const std::string& word, const char* first,
                  const char* second) {
    if (word != first && word != second)
        throw UsageError(option + " takes " + first + " or " + second + ", not '" + word + "'");
}

/// True without the options about what a picture shows, but for those about its variables.
bool is_plain_but_part(const DrawRequest& request) {
    return !request.bars && !request.tables && !request.cpdag && !request.influence &&
           request.confidence.empty() && request.interval.probability.empty() &&
           request.layout == "layers";
}

void check(const DrawRequest& request) {
    require_word("--layout", request.layout, "layers", "file");
    require_word("--direction", request.direction, "down", "right");
    const std::string& path = request.path;
    if (!is_standard_output(path) && !io::is_picture_name(path))
        throw UsageError("cannot tell from the name '" + path + "' what to draw",
                         "pictures are .svg, .pdf, .tex, .tikz, .html or .dot files, each also "
                         "with .gz or .zst, or - for SVG on standard output");
    if (request.bars && request.no_bars)
        throw UsageError("--bars and --no-bars exclude each other");
    graph_of(request.graph);
    const bool is_plain = is_plain_but_part(request) && !request.is_part();
    if (!request.graph.empty() && !is_plain)
        throw UsageError("--graph goes with -e, --direction and -o only",
                         "the other options are about the network itself");
    if (request.influence && !request.confidence.empty())
        throw UsageError("--influence and --confidence exclude each other", "an arc has one width");
    if (io::is_dot_name(path) && (request.layout != "layers" || request.direction != "down"))
        throw UsageError("--layout and --direction are about pictures that pgm lays out",
                         "Graphviz lays out a .dot file: dot -Grankdir=LR");
    if (request.layout == "file" && request.direction != "down")
        throw UsageError("--direction is that of layers", "leave out --layout file");
    request.page.check(path);
    if (request.page.explore && (request.no_bars || !is_plain_but_part(request)))
        throw UsageError("--explore goes with -e, --only, --around and --depth",
                         "the other options are about pictures");
    refuse_to_overwrite(
        path, {request.model, request.evidence.file, request.confidence, request.page.questions},
        {"the picture", "it is made from"});
}

/// The report of the command; written to standard output, the picture is a member.
Report report_of(const std::string& path, const std::string& text, const BayesianNetwork& network,
                 const io::Picture& picture) {
    const bool to_output = is_standard_output(path);
    Report report{{"written", to_output ? Value() : Value(path)}};
    if (to_output) report.add("text", text);
    if (!picture.influence) return report;
    const auto name = [&](VariableId id) { return network.variable(id).name(); };
    report.add("influence", ReportRows(rows_of(*picture.influence, [&](const ArcInfluence& one) {
                   return Report{{"from", name(one.arc.parent)},
                                 {"to", name(one.arc.child)},
                                 {"strength", one.strength}};
               })));
    return report;
}

/// The strength of the arcs between the variables of the picture.
void add_influence(io::Picture& picture, const Given& given, const ModelEngine& engine) {
    Workspace workspace;
    const ConditionedEngine prepared(engine.joint(), given, workspace);
    picture.influence = arc_influences(prepared.solver(), prepared.evidence());
    std::erase_if(*picture.influence, [&](const ArcInfluence& one) {
        return one.arc.child.index() >= engine.network().size();
    });
}

int report_conflict(Session& session, const ConflictReport& conflict) {
    if (session.json)
        write(session,
              Report{{"written", Value()}, {"impossible", true}, {"conflict", conflict.findings}});
    return report(failure_of(ErrorCode::impossible, {{.message = conflict.sentence()}}));
}

/// A page that is asked with clicks.
int explore(Session& session, const DrawRequest& request, const ModelEngine& engine,
            io::PageOptions options) {
    options.model = io::page_model(request.model);
    io::save_atomically(request.path, request.page.page(session, engine, std::move(options)));
    if (session.json) write(session, Report{{"written", Value(request.path)}});
    return fine;
}

int draw(Session& session, const DrawRequest& request) {
    check(request);
    io::ModelResult loaded = load_structure(session, request.model);
    const bool has_numbers = loaded.tables_to_learn.empty();
    const std::vector<WeightedNetwork> members = networks_of(session, request.model, loaded.model);
    const BayesianNetwork& network = members.front().network;
    if (request.bars || request.tables || request.influence || request.page.explore)
        io::require_all_tables(network, loaded.tables_to_learn);
    const Given given = request.evidence.read_one(network);
    io::Picture picture = picture_of(request, members, given);
    if (request.page.explore) {
        const ModelEngine engine = engine_of(session, request.model, std::move(loaded.model));
        const std::optional<ConflictReport> conflict =
            given.empty() ? std::nullopt : add_distributions(session, picture, given, engine);
        if (conflict) return report_conflict(session, *conflict);
        return explore(session, request, engine,
                       {.title = picture.title,
                        .only = picture.only,
                        .known = io::page_findings(network, given)});
    }
    const bool bars =
        request.bars || (!request.no_bars && has_numbers && request.graph.empty() &&
                         shown_variables(network, picture).size() <= largest_with_bars);
    const std::optional<IntervalOptions> interval = request.interval.read();
    std::optional<ConflictReport> conflict;
    say_not_drawn(network, given, picture.graph);
    if (bars || request.influence) {
        const ModelEngine engine = engine_of(session, request.model, std::move(loaded.model));
        if (bars) conflict = add_distributions(session, picture, given, engine);
        if (!conflict && request.influence) add_influence(picture, given, engine);
        if (!conflict && bars && interval) add_intervals(picture, given, engine, *interval);
        if (!conflict && bars && engine.diagram() != nullptr)
            picture.decisions = expected_utilities(session, *engine.diagram(), given);
    }
    if (conflict) return report_conflict(session, *conflict);
    const std::string text = drawn(request.path, network, picture);
    const bool to_output = is_standard_output(request.path);
    if (!to_output) io::save_atomically(request.path, text);
    if (session.json) {
        write(session, report_of(request.path, text, network, picture));
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
        "Picture to write: .svg, .pdf, .tex or .tikz (LaTeX), .html (a page to zoom and to search, "
        "for large networks) or .dot (input of Graphviz); - is SVG on standard output");
    given->evidence.add_to(options);
    options.text("--only", given->only, "NAMES", "Only these variables: 'lung, bronc'");
    options.text("--around", given->around, "NAMES",
                 "Only these variables and those near to them, by arcs in either direction");
    options.count("--depth", given->depth, 0, "Of --around: how many arcs away; default: 1");
    options.text("--confidence", given->confidence, "FILE",
                 "CSV from,to,confidence, as 'pgm learn --confidence' writes it: arcs have a width "
                 "and a label by it");
    options.flag("--tables", given->tables,
                 "Show the conditional distributions: tables, Gaussians, noisy-MAX");
    options.text("--layout", given->layout, "WORD",
                 "Positions of the cards: in layers, or those of the file; default: layers");
    options.text("--direction", given->direction, "WORD",
                 "Of layers: children below their parents, or at their right; default: down");
    options.flag(
        "--cpdag", given->cpdag,
        "Arcs that data leave open, either way round in an equivalent graph, have no head");
    options.flag("--influence", given->influence,
                 "Arcs have a width and a label by how strongly the child depends on the parent, "
                 "from 0 to 1");
    options.text("--graph", given->graph, "WORD",
                 "In place of the network a graph that inference makes of it: moral, triangulated, "
                 "or the tree of cliques");
    options.flag("--no-bars", given->no_bars, "Show names only, without probabilities");
    options.flag("--bars", given->bars,
                 "Show probabilities for any number of variables; default: up to " +
                     std::to_string(largest_with_bars));
    given->interval.add_to(options);
    given->page.add_to(options);
    add_chance_only(options, session);
    add_question_options(options, session);
    return [given, &session] { return draw(session, *given); };
}

}  // namespace pgm::apps
