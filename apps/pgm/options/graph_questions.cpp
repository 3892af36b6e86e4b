#include <apps/pgm/options/graph_questions.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/boost_graph.hpp>
#include <pgm/graph/equivalence.hpp>
#include <pgm/graph/partially_directed_graph.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

/// An answer: a member of the object, or a title with lines below it.
void add_answer(Report& report, const char* key, Value value, const std::string& title,
                const std::vector<std::string>& lines) {
    report.add(key, std::move(value), Sentence{title});
    for (const std::string& line : lines) report.add(Sentence{"  " + line});
}

void add_names(Report& report, const char* key, const std::string& title,
               const BayesianNetwork& network, const std::vector<VariableId>& variables) {
    const std::string names = joined_names(network, variables);
    add_answer(report, key, names_of(network, variables), title,
               {variables.empty() ? "none" : names});
}

/// A list of pairs, for people one per line.
void add_pairs(Report& report, const char* key, const std::string& title, const char* between,
               const BayesianNetwork& network,
               const std::vector<std::pair<VariableId, VariableId>>& pairs) {
    std::vector<std::vector<std::string>> list;
    std::vector<std::string> lines;
    for (const auto& [a, b] : pairs) {
        list.push_back({network.variable(a).name(), network.variable(b).name()});
        lines.push_back(shown_name(list.back().front()) + between + shown_name(list.back().back()));
    }
    if (lines.empty()) lines.emplace_back("none");
    add_answer(report, key, list, title, lines);
}

void add_moral_graph(Report& report, const BayesianNetwork& network) {
    const UndirectedGraph graph = moral_graph(network.dag());
    std::vector<std::pair<VariableId, VariableId>> edges;
    for (const auto& edge : boost::make_iterator_range(boost::edges(graph))) {
        const VariableId a(boost::source(edge, graph)), b(boost::target(edge, graph));
        edges.emplace_back(std::min(a, b), std::max(a, b));
    }
    std::ranges::sort(edges);
    add_pairs(report, "moral_graph", "Moral graph", " - ", network, edges);
}

void add_cpdag(Report& report, const BayesianNetwork& network) {
    const Dag& dag = network.dag();
    const Cpdag graph = cpdag(dag, mixed_arcs(dag, network.variables()));
    std::vector<std::pair<VariableId, VariableId>> directed, undirected;
    for (const Arc& arc : graph.compelled) directed.emplace_back(arc.parent, arc.child);
    for (const Edge& edge : graph.reversible) undirected.emplace_back(edge.a, edge.b);
    Report arcs;
    add_pairs(arcs, "directed", "Arcs that every equivalent graph has", " -> ", network, directed);
    add_pairs(arcs, "undirected", "Arcs that may point either way", " - ", network, undirected);
    report.add("cpdag", arcs);
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

void add_equivalence(Report& report, Session& session, const BayesianNetwork& network,
                     const std::string& path) {
    const Dag other = matched(network, load_network_structure(session, path).network, path);
    const auto difference = equivalence_difference(network.dag(), other);
    report.add("equivalent", !difference, Sentence{difference ? "Not equivalent" : "Equivalent"});
    if (!difference) {
        report.add(Sentence{"  both graphs state the same independences"});
    } else {
        const std::string text = difference_text(network, *difference);
        report.add("difference", text, Sentence{"  " + text});
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

Report GraphQuestions::answer(Session& session, const BayesianNetwork& network) const {
    Report report;
    const Dag& dag = network.dag();
    if (factorisation) {
        const std::string text = pgm::factorisation(network);
        add_answer(report, "factorisation", text, "Factorisation", {text});
    }
    if (order)
        add_names(report, "topological_order", "Topological order", network,
                  topological_order(dag));
    if (!blanket_of.empty()) {
        const std::vector<VariableId> variables = parse_variables(network, blanket_of);
        if (variables.size() != 1) throw ArgumentError("--markov-blanket takes one variable");
        add_names(report, "markov_blanket", "Markov blanket of " + blanket_of, network,
                  markov_blanket(dag, variables.front()));
    }
    if (!ancestors_of.empty())
        add_names(report, "ancestors", "Ancestors of " + ancestors_of, network,
                  ancestors(dag, parse_variables(network, ancestors_of)));
    if (!descendants_of.empty())
        add_names(report, "descendants", "Descendants of " + descendants_of, network,
                  descendants(dag, parse_variables(network, descendants_of)));
    if (moral) add_moral_graph(report, network);
    if (cpdag) add_cpdag(report, network);
    if (!equivalent_to.empty()) add_equivalence(report, session, network, equivalent_to);
    return report;
}

}  // namespace pgm::apps
