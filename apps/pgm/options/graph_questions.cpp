#include <apps/pgm/options/graph_questions.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/report/network_json.hpp>
#include <apps/pgm/report/wording.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/counted.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/equivalence.hpp>
#include <pgm/graph/partially_directed_graph.hpp>
#include <pgm/graph/markov_blanket.hpp>
#include <pgm/graph/moral_graph.hpp>
#include <pgm/graph/order.hpp>
#include <pgm/model/factorisation.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

/// Where one answer goes: a member of the JSON object or a paragraph of text.
struct Sink {
    Session& session;
    const BayesianNetwork& network;
    JsonText& json;

    void text(const char* key, const std::string& title, const std::string& value) const {
        if (session.json) {
            json.key(key).string(value);
        } else {
            session.out.write(title + "\n  " + visible(value) + "\n");
        }
    }

    void names(const char* key, const std::string& title,
               const std::vector<VariableId>& variables) const {
        if (session.json) {
            write_names(json.key(key), network, variables);
        } else {
            session.out.write(
                title + "\n  " +
                (variables.empty() ? "none" : visible(joined_names(network, variables))) + "\n");
        }
    }

    /// A list of pairs, in text one per line.
    void pairs(const char* key, const std::string& title, const char* between,
               const std::vector<std::pair<VariableId, VariableId>>& list) const {
        if (!session.json) session.out.write(title + (list.empty() ? "\n  none\n" : "\n"));
        if (session.json) json.key(key).begin_array();
        for (const auto& [a, b] : list) {
            if (session.json) {
                write_names(json, network, std::vector{a, b});
            } else {
                session.out.write("  " + shown_name(network.variable(a).name()) + between +
                                  shown_name(network.variable(b).name()) + "\n");
            }
        }
        if (session.json) json.end_array();
    }
};

void show_moral_graph(const Sink& sink) {
    const UndirectedGraph graph = moral_graph(sink.network.dag());
    std::vector<std::pair<VariableId, VariableId>> edges;
    for (const auto& edge : boost::make_iterator_range(boost::edges(graph))) {
        const VariableId a(boost::source(edge, graph)), b(boost::target(edge, graph));
        edges.emplace_back(std::min(a, b), std::max(a, b));
    }
    std::ranges::sort(edges);
    sink.pairs("moral_graph", "Moral graph", " - ", edges);
}

void show_cpdag(const Sink& sink) {
    const Dag& dag = sink.network.dag();
    const Cpdag graph = cpdag(dag, arcs_into_continuous(dag, sink.network.variables()));
    std::vector<std::pair<VariableId, VariableId>> directed, undirected;
    for (const Arc& arc : graph.compelled) directed.emplace_back(arc.parent, arc.child);
    for (const Edge& edge : graph.reversible) undirected.emplace_back(edge.a, edge.b);
    if (sink.session.json) sink.json.key("cpdag").begin_object();
    sink.pairs("directed", "Arcs that every equivalent graph has", " -> ", directed);
    sink.pairs("undirected", "Arcs that may point either way", " - ", undirected);
    if (sink.session.json) sink.json.end_object();
}

/// The other network's graph in the ids of this one, matched by name.
Dag matched(const BayesianNetwork& network, const BayesianNetwork& other, const std::string& path) {
    if (other.size() != network.size())
        throw ArgumentError("'" + path + "' has " + counted(other.size(), "variable") + ", not " +
                                std::to_string(network.size()),
                            "equivalence is a relation of graphs over the same variables");
    std::vector<Arc> arcs;
    for (const Arc& arc : other.dag().arcs())
        arcs.push_back({network.id(other.variable(arc.parent).name()),
                        network.id(other.variable(arc.child).name())});
    for (const Variable& variable : other.variables()) network.id(variable.name());
    return Dag(network.size(), arcs);
}

std::string difference_text(const BayesianNetwork& network,
                            const EquivalenceDifference& difference) {
    const auto name = [&](VariableId id) { return network.variable(id).name(); };
    const std::string where =
        difference.in_first ? " only in the first graph" : " only in the second graph";
    return std::visit(Overloaded{[&](const Edge& edge) {
                                     return name(edge.a) + " - " + name(edge.b) + " are joined";
                                 },
                                 [&](const VStructure& v) {
                                     return name(v.a) + " -> " + name(v.child) + " <- " +
                                            name(v.b) + " is a v-structure";
                                 }},
                      difference.what) +
           where;
}

void show_equivalence(const Sink& sink, const std::string& path) {
    const Dag other =
        matched(sink.network, load_network_structure(sink.session, path).network, path);
    const std::optional<EquivalenceDifference> difference =
        equivalence_difference(sink.network.dag(), other);
    if (sink.session.json) sink.json.key("equivalent").boolean(!difference);
    if (!difference) {
        if (!sink.session.json)
            sink.session.out.write("Equivalent\n  both graphs state the same independences\n");
    } else {
        sink.text("difference", "Not equivalent", difference_text(sink.network, *difference));
    }
}

}  // namespace

void GraphQuestions::add_to(Options& options) {
    options.flag("--factorisation", factorisation,
                 "Show the factorisation of the joint distribution");
    options.flag("--topological", order, "List the variables, parents before children");
    options.text("--markov-blanket", blanket_of, "NAME",
                 "Parents, children and children's other parents of a variable");
    options.text("--ancestors", ancestors_of, "NAMES",
                 "All ancestors of a variable, or of several: 'A, B'");
    options.text("--descendants", descendants_of, "NAMES",
                 "All descendants of a variable, or of several: 'A, B'");
    options.flag("--moral", moral, "List the edges of the moral graph");
    options.flag("--cpdag", cpdag,
                 "List the arcs that all equivalent graphs share, and those that may be reversed");
    options.text("--equivalent", equivalent_to, "MODEL",
                 "Compare the independences of the graph with those of another model");
}

bool GraphQuestions::any() const {
    return factorisation || order || moral || cpdag || !blanket_of.empty() ||
           !ancestors_of.empty() || !descendants_of.empty() || !equivalent_to.empty();
}

void GraphQuestions::answer(Session& session, const BayesianNetwork& network,
                            JsonText& json) const {
    const Sink sink{session, network, json};
    const Dag& dag = network.dag();
    if (factorisation) sink.text("factorisation", "Factorisation", pgm::factorisation(network));
    if (order) sink.names("topological_order", "Topological order", topological_order(dag));
    if (!blanket_of.empty()) {
        const std::vector<VariableId> variables = parse_variables(network, blanket_of);
        if (variables.size() != 1) throw ArgumentError("--markov-blanket takes one variable");
        sink.names("markov_blanket", "Markov blanket of " + visible(blanket_of),
                   markov_blanket(dag, variables.front()));
    }
    if (!ancestors_of.empty())
        sink.names("ancestors", "Ancestors of " + visible(ancestors_of),
                   ancestors(dag, parse_variables(network, ancestors_of)));
    if (!descendants_of.empty())
        sink.names("descendants", "Descendants of " + visible(descendants_of),
                   descendants(dag, parse_variables(network, descendants_of)));
    if (moral) show_moral_graph(sink);
    if (cpdag) show_cpdag(sink);
    if (!equivalent_to.empty()) show_equivalence(sink, equivalent_to);
}

}  // namespace pgm::apps
