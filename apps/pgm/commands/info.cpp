#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/graph_questions.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/classifier_report.hpp>
#include <apps/pgm/report/data_info.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <apps/pgm/report/plan_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/data_file.hpp>
#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/junction_tree.hpp>
#include <pgm/model/model.hpp>
#include <pgm/model/structure_graph.hpp>
#include <sources/database/database.hpp>

#include <algorithm>
#include <memory>

namespace pgm::apps {
namespace {

struct InfoRequest {
    std::string model;
    GraphQuestions graph;
    bool plan = false;
    EvidenceOptions evidence;
    DataChoices table;
};

/// The sizes of a network, or of several that a classifier averages, each of which is asked with a
/// junction tree of its own.
struct Summary {
    std::size_t networks = 0;
    std::size_t variables = 0;  ///< of several networks, those that any has
    std::size_t arcs = 0;       ///< of several networks, the different ones
    std::size_t parameters = 0;
    std::size_t max_in_degree = 0;
    std::string busiest_child;  ///< the name of a variable with that many parents
    std::size_t fewest_states = 0;
    std::size_t most_states = 0;
    std::size_t table_cells = 0;
    std::vector<VariableId> to_learn;  ///< variables whose tables the file leaves to be learned
    JunctionTreeSize tree;
};

void add_tree(JunctionTreeSize& sum, const JunctionTreeSize& tree) {
    sum.cliques += tree.cliques;
    sum.largest_clique_cells = std::max(sum.largest_clique_cells, tree.largest_clique_cells);
    sum.total_cells += tree.total_cells;
    sum.bytes += tree.bytes;
    sum.is_lower_bound = sum.is_lower_bound || tree.is_lower_bound;
}

void add_families(Summary& summary, const BayesianNetwork& network) {
    for (std::size_t i = 0; i < network.size(); ++i) {
        const VariableId variable(i);
        const std::size_t in_degree = network.dag().in_degree(variable),
                          states = network.cardinality(variable);
        if (in_degree > summary.max_in_degree) {
            summary.max_in_degree = in_degree;
            summary.busiest_child = network.variable(variable).name();
        }
        if (network.variable(variable).is_discrete()) {
            summary.fewest_states =
                summary.most_states == 0 ? states : std::min(summary.fewest_states, states);
            summary.most_states = std::max(summary.most_states, states);
        }
        if (!is_continuous(network.cpd(variable)))
            summary.table_cells += stored_numbers(network.cpd(variable));
    }
}

Summary summary_of(std::span<const WeightedNetwork> members) {
    const MixtureGraphs graphs = graphs_of(members);
    Summary summary{.networks = members.size(),
                    .variables = graphs.variables.size(),
                    .arcs = graphs.arcs.size()};
    for (const auto& [network, weight, super_parent] : members) {
        summary.parameters += parameter_count(network);
        add_tree(summary.tree, junction_tree_size(network));
        add_families(summary, network);
    }
    return summary;
}

/// The order of lines for people.
const std::vector<std::string_view> lines_of_info = {
    "network",      "class",     "structure", "estimation",     "fitted to",
    "note",         "variables", "networks",  "continuous",     "states",
    "arcs",         "decisions", "utilities", "max in-degree",  "parameters",
    "unspecified",  "missing",   "selected",  "concentrations", "temperature",
    "temperatures", "tried",     "stack",     "junction tree",  "factorisation"};

std::string tree_text(const JunctionTreeSize& tree) {
    const std::string largest = count_text(tree.largest_clique_cells);
    if (tree.is_lower_bound) {
        return "one clique has " + counted(largest, "cell") +
               " or more: exact inference is out of reach";
    }
    return counted(tree.cliques, "clique") + ", the largest of " + counted(largest, "cell") + "; " +
           counted(count_text(tree.total_cells), "cell") + " together, " + bytes_text(tree.bytes);
}

/// "3 tables: A, B, ..."
std::string to_learn_text(const BayesianNetwork& network, std::span<const VariableId> to_learn) {
    constexpr std::size_t most_named = 10;
    const bool all = to_learn.size() <= most_named;
    return counted(to_learn.size(), "table") + ": " +
           joined_names(network, all ? to_learn : to_learn.first(most_named)) +
           (all ? "" : ", ...");
}

Report tree_report(const JunctionTreeSize& tree) {
    Report report{{"cliques", tree.cliques},
                  {"largest_clique_cells", Count{tree.largest_clique_cells}},
                  {"total_cells", Count{tree.total_cells}},
                  {"bytes", Count{tree.bytes}}};
    if (tree.is_lower_bound) report.add("lower_bound", true);
    return report;
}

/// The numbers of states of discrete variables: "2 to 4 per variable".
std::string states_text(const BayesianNetwork& network, const Summary& summary) {
    return (summary.fewest_states == summary.most_states
                ? std::to_string(summary.most_states)
                : std::to_string(summary.fewest_states) + " to " +
                      std::to_string(summary.most_states)) +
           (network.is_discrete() ? " per variable" : " per discrete variable");
}

Report size_report(const BayesianNetwork& network, const Summary& summary) {
    Report report{{"variables", "variables", summary.variables}};
    if (!network.name().empty()) report.add(Shown{"network", shown_name(network.name())});
    if (summary.networks > 1) report.add("networks", "networks", summary.networks, ", averaged");
    report.add("arcs", "arcs", summary.arcs);
    const auto count_kind = [&](Variable::Kind kind) {
        return static_cast<std::size_t>(
            std::ranges::count(network.variables(), kind, &Variable::kind));
    };
    if (decision_or_utility(network))
        report.add("decisions", "decisions", count_kind(Variable::Kind::decision))
            .add("utilities", "utilities", count_kind(Variable::Kind::utility));
    report.add("parameters", "parameters", summary.parameters,
               " free, in tables of " + counted(summary.table_cells, "cell"));
    if (!network.is_discrete()) report.add("continuous", "continuous", network.continuous_count());
    if (summary.most_states > 0) report.add(Shown{"states", states_text(network, summary)});
    if (!summary.to_learn.empty())
        report.add("tables_to_learn", names_of(network, summary.to_learn),
                   Shown{"unspecified", to_learn_text(network, summary.to_learn)});
    const std::string child =
        summary.max_in_degree > 0 ? " (" + shown_name(summary.busiest_child) + ")" : "";
    report.add("max_in_degree", "max in-degree", summary.max_in_degree, child);
    return report.add("junction_tree", tree_report(summary.tree),
                      Shown{"junction tree", tree_text(summary.tree)});
}

Report report_of(const BayesianNetwork& network, const Summary& summary,
                 const Classifier* classifier) {
    constexpr std::size_t short_network = 12;
    Report report = size_report(network, summary);
    if (classifier != nullptr) {
        report.add("classifier", classifier_report(*classifier));
        report.append(calibration_report(*classifier)).append(missing_cells_report(*classifier));
        report.append(stack_report(*classifier)).append(candidates_report(*classifier));
    } else if (summary.networks == 1 && network.size() > 0 && network.size() <= short_network) {
        // The structure of a classifier is there already.
        report.add(Shown{"factorisation", factorisation_text(network)});
    }
    return report.order_lines(lines_of_info);
}

void check_for_data(const InfoRequest& request) {
    if (request.plan)
        throw UsageError("'" + request.model + "' is a data set, there is no plan for it");
    if (request.graph.any())
        throw UsageError("'" + request.model +
                         "' is a data set, it has no graph to be asked about");
}

int info_of_data(Session& session, const InfoRequest& request, const Dataset& data) {
    session.timings.add(0, 0);
    write(session, data_report(data, request.model, *request.table.dates_found));
    return fine;
}

int info_of_model(Session& session, const InfoRequest& request, const io::ModelResult& loaded) {
    const auto* const classifier = std::get_if<Classifier>(&loaded.model);
    const bool is_asked = request.graph.any() || request.plan;
    const std::vector<WeightedNetwork> members =
        is_asked ? networks_of(session, request.model, loaded.model) : io::members_of(loaded.model);
    const BayesianNetwork& network = members.front().network;
    if (members.size() > 1 && is_asked)
        throw averages_networks(request.model, members.size(), "a graph and a plan of its own");
    if (request.plan) io::require_all_tables(network, loaded.tables_to_learn);
    Summary summary = timed(
        session, [&] { return summary_of(classifier ? all_networks(*classifier) : members); });
    for (const io::TableToLearn& table : loaded.tables_to_learn)
        summary.to_learn.push_back(table.variable);
    Report report = report_of(network, summary, classifier);
    report.append(request.graph.answer(session, network));
    if (request.plan)
        report.append(plan_report(session, network, request.evidence.read_one(network)));
    write(session, report);
    return fine;
}

/// A stream has no suffix; its first bytes tell its kind.
int info_of_stream(Session& session, const InfoRequest& request) {
    io::ByteSource source(request.model, Limits{}.max_file_bytes);
    if (!io::begins_like_data(source.first_bytes(io::recognition_bytes)))
        return info_of_model(session, request, load_structure(session, source));
    check_for_data(request);
    return info_of_data(session, request, request.table.read(session, source));
}

int info(Session& session, const InfoRequest& request) {
    if (!request.plan && request.evidence.given())
        throw UsageError("evidence only matters to --plan");
    if (io::is_stream(request.model)) return info_of_stream(session, request);
    const bool is_table = sources::is_database_address(request.model) ||
                          (!is_structure(request.model) && io::is_data_file(request.model));
    if (!is_table) return info_of_model(session, request, load_structure(session, request.model));
    check_for_data(request);
    return info_of_data(session, request, request.table.read(session, request.model));
}

}  // namespace

Action set_up_info(Options& options, Session& session) {
    const auto given = std::make_shared<InfoRequest>();
    options.argument(
        "MODEL", given->model,
        "Model file, a structure, 'A -> B, C', or a data set (.csv, .tsv, .txt, .arff, or of "
        "a database), or - for a file on standard input");
    given->graph.add_to(options);
    options.flag("--plan", given->plan,
                 "Predict the cost of the posteriors of all variables, and show the plan; with -e, "
                 "given evidence");
    given->evidence.add_to(options);
    given->table.add_to(options);
    add_chance_only(options, session);
    return [given, &session] { return info(session, *given); };
}

}  // namespace pgm::apps
