#include <io/picture/detail/drawn_graph.hpp>

#include <io/picture/detail/place_in_file.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/explain/inference_graph.hpp>
#include <pgm/graph/ancestry.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

constexpr double plain_width = 1.3;

VariableId place_of(std::span<const VariableId> shown, VariableId id) {
    return VariableId(
        static_cast<std::size_t>(std::ranges::lower_bound(shown, id) - shown.begin()));
}

std::vector<std::size_t> numbers_of(std::span<const VariableId> ids) {
    std::vector<std::size_t> numbers;
    for (const VariableId id : ids) numbers.push_back(id.index());
    return numbers;
}

DrawnGraph graph_of_network(const BayesianNetwork& network, const Picture& picture) {
    const std::vector<VariableId> shown = shown_variables(network, picture);
    const std::vector<Arc> arcs = shown_arcs(network, picture);
    DrawnGraph graph{.cards = node_cards(network, picture), .numbers = numbers_of(shown)};
    graph.keys = legend_keys(network, picture, graph.cards, arcs);
    if (picture.at_file_positions) graph.centres = file_positions(network, picture);
    const std::map<Arc, ArcMark> marks = arc_marks(network, picture);
    for (const Arc& arc : arcs) {
        DrawnArc& drawn = graph.arcs.emplace_back();
        drawn.arc = {place_of(shown, arc.parent), place_of(shown, arc.child)};
        if (const auto mark = marks.find(arc); mark != marks.end()) drawn.mark = mark->second;
        if (is_informational(network, arc)) drawn.line = LineStyle::dashed;
        if (is_open(picture, arc)) drawn.head = DrawnArc::HeadPlace::none;
    }
    return graph;
}

/// The moral graph or its triangulation, in which edges lead down from what comes first in the
/// network.
class UndirectedDrawing {
public:
    UndirectedDrawing(const BayesianNetwork& network, const Picture& picture)
        : found_(inference_graph(network, picture.evidence)) {
        Picture names = picture;
        if (picture.graph == Picture::Graph::triangulated) names.only = discrete_variables(network);
        shown_ = shown_variables(network, names);
        graph_ = {.cards = node_cards(network, names), .numbers = numbers_of(shown_)};
        graph_.keys = legend_keys(network, names, graph_.cards, {});
        rank_.resize(network.size());
        std::size_t rank = 0;
        for (const VariableId variable : topological_order(network.dag()))
            rank_[variable.index()] = rank++;
    }

    DrawnGraph moral() {
        add_moral_edges();
        return std::move(graph_);
    }

    DrawnGraph triangulated() {
        add_moral_edges();
        add(found_.fill_ins, LineStyle::dotted, "fill-in: brought together by an elimination");
        std::size_t place = 0;
        for (const VariableId variable : found_.order) {
            std::string& title = graph_.cards[place_of(shown_, variable).index()].title;
            title = std::to_string(++place) + ". " + title;
        }
        graph_.keys.push_back({.sign = "1.", .text = "the order of elimination"});
        return std::move(graph_);
    }

private:
    void add_moral_edges() {
        add(found_.arcs, LineStyle::solid, "");
        add(found_.marriages, LineStyle::dashed, "marries parents of one variable");
    }

    /// Edges of one kind between variables that are shown, explained where there are any.
    void add(std::span<const Edge> edges, LineStyle line, const char* meaning) {
        const std::size_t before = graph_.arcs.size();
        for (auto [a, b] : edges) {
            const auto is_shown = [&](VariableId id) {
                return std::ranges::binary_search(shown_, id);
            };
            if (!is_shown(a) || !is_shown(b)) continue;
            if (rank_[b.index()] < rank_[a.index()]) std::swap(a, b);
            graph_.arcs.push_back({.arc = {place_of(shown_, a), place_of(shown_, b)},
                                   .line = line,
                                   .head = DrawnArc::HeadPlace::none});
        }
        if (*meaning != '\0' && graph_.arcs.size() > before)
            graph_.keys.push_back({.width = plain_width, .line = line, .text = meaning});
    }

    InferenceGraph found_;
    std::vector<VariableId> shown_;
    DrawnGraph graph_;
    std::vector<std::size_t> rank_;  ///< of each variable in a topological order
};

/// The names of variables, as their cards have them, in lines of a readable width.
std::string lines_of_names(const BayesianNetwork& network, std::span<const VariableId> variables) {
    constexpr std::size_t most_columns = 28;
    std::string text, line;
    for (const VariableId variable : variables) {
        const std::string name = shortened(label_or_name(network.variable(variable)), most_columns);
        if (!line.empty() && display_columns(line + ", " + name) > most_columns) {
            text += line + ",\n";
            line.clear();
        }
        line += (line.empty() ? "" : ", ") + name;
    }
    return text + line;
}

NodeCard card_of(const BayesianNetwork& network, std::span<const VariableId> variables,
                 NodeCard::Outline outline) {
    NodeCard card{.title = lines_of_names(network, variables), .outline = outline};
    card.full_title = card.title;
    std::ranges::replace(card.full_title, '\n', ' ');
    return card;
}

/// The junction tree: cliques, between them the separators, and on the lines the messages that the
/// cliques send, by number.
DrawnGraph junction_tree(const BayesianNetwork& network, const Picture& picture) {
    const InferenceGraph found = inference_graph(network, picture.evidence);
    DrawnGraph graph;
    for (const InferenceGraph::Clique& clique : found.cliques) {
        NodeCard card = card_of(network, clique.variables, NodeCard::Outline::rounded);
        double cells = 1;
        for (const VariableId variable : clique.variables)
            cells *= static_cast<double>(network.cardinality(variable));
        if (cells < 0x1p53) card.hidden_rows = static_cast<std::size_t>(cells);
        graph.cards.push_back(std::move(card));
    }
    const auto message = [](std::size_t place) {
        return ArcMark{.width = plain_width, .label = std::to_string(place)};
    };
    for (std::size_t i = 0; i < found.cliques.size(); ++i) {
        const InferenceGraph::Clique& clique = found.cliques[i];
        if (!clique.neighbour) continue;
        const VariableId separator(graph.cards.size());
        graph.cards.push_back(card_of(network, clique.separator, NodeCard::Outline::angular));
        graph.arcs.push_back({.arc = {VariableId(*clique.neighbour), separator},
                              .mark = message(clique.distributed)});
        graph.arcs.push_back({.arc = {separator, VariableId(i)},
                              .mark = message(clique.collected),
                              .head = DrawnArc::HeadPlace::at_parent});
    }
    for (std::size_t i = 0; i < graph.cards.size(); ++i) graph.numbers.push_back(i);
    if (graph.arcs.empty()) return graph;
    graph.keys = {{.outline = NodeCard::Outline::rounded, .text = "clique"},
                  {.outline = NodeCard::Outline::angular, .text = "separator"},
                  {.width = plain_width,
                   .has_head = true,
                   .text = "message, by number: from the leaves to the root first, then back"}};
    return graph;
}

}  // namespace

DrawnGraph drawn_graph(const BayesianNetwork& network, const Picture& picture) {
    DrawnGraph graph;
    switch (picture.graph) {
        case Picture::Graph::network:
            graph = graph_of_network(network, picture);
            break;
        case Picture::Graph::moral:
            graph = UndirectedDrawing(network, picture).moral();
            break;
        case Picture::Graph::triangulated:
            graph = UndirectedDrawing(network, picture).triangulated();
            break;
        case Picture::Graph::cliques:
            graph = junction_tree(network, picture);
            break;
    }
    graph.direction = picture.direction;
    return graph;
}

}  // namespace pgm::io::detail
