#include <pgm/explain/inference_graph.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/inference/variable_elimination.hpp>

#include <algorithm>
#include <limits>
#include <set>

namespace pgm {
namespace {

/// True for a variable that the tables are no longer about, since its state or value is known.
bool is_known(const Finding& finding) {
    return !std::holds_alternative<Likelihood>(finding) &&
           !std::holds_alternative<ObservedInterval>(finding);
}

bool is_set(const Finding& finding) {
    return std::holds_alternative<Intervened>(finding) ||
           std::holds_alternative<IntervenedValue>(finding);
}

class InferenceGraphBuilder {
public:
    InferenceGraphBuilder(const BayesianNetwork& network, const Evidence& evidence)
        : network_(network), evidence_(evidence), neighbours_(network.size()) {}

    InferenceGraph build() {
        moralise();
        triangulate();
        grow_junction_tree();
        number_messages();
        return std::move(graph_);
    }

private:
    bool is_free(VariableId variable) const {
        const Finding* const finding = evidence_.find(variable);
        return finding == nullptr || !is_known(*finding);
    }
    bool is_eliminated(VariableId variable) const {
        return is_free(variable) && network_.variable(variable).is_discrete();
    }

    void moralise() {
        std::set<Edge> arcs, marriages;
        for (std::size_t v = 0; v < network_.size(); ++v) {
            const VariableId child(v);
            const Finding* const finding = evidence_.find(child);
            if (finding != nullptr && is_set(*finding)) continue;
            std::vector<VariableId> parents = network_.dag().parents(child);
            std::erase_if(parents, [&](VariableId parent) { return !is_free(parent); });
            for (auto a = parents.begin(); a != parents.end(); ++a) {
                if (is_free(child)) arcs.insert(between(*a, child));
                for (auto b = std::next(a); b != parents.end(); ++b)
                    marriages.insert(between(*a, *b));
            }
        }
        graph_.arcs.assign(arcs.begin(), arcs.end());
        std::ranges::set_difference(marriages, arcs, std::back_inserter(graph_.marriages));
    }

    void triangulate() {
        std::vector<Scope> tables;
        for (const std::vector<Edge>* const edges : {&graph_.arcs, &graph_.marriages})
            for (const auto& [a, b] : *edges) {
                if (!is_eliminated(a) || !is_eliminated(b)) continue;
                connect(a, b);
                tables.emplace_back(std::vector{a, b}, std::vector{states(a), states(b)});
            }
        std::vector<std::size_t> cardinalities;
        for (std::size_t v = 0; v < network_.size(); ++v)
            cardinalities.push_back(is_eliminated(VariableId(v)) ? states(VariableId(v)) : 1);
        constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
        graph_.order = elimination_order(cardinalities, tables, no_limit, no_limit);
        std::erase_if(graph_.order, [&](VariableId variable) { return !is_eliminated(variable); });
        for (const VariableId variable : graph_.order) eliminate(variable);
        std::ranges::sort(graph_.fill_ins);
    }

    /// Connects the neighbours that are left, which are `later_` in the order, to each other.
    void eliminate(VariableId variable) {
        const std::vector<VariableId> rest(neighbours_[variable.index()].begin(),
                                           neighbours_[variable.index()].end());
        for (auto a = rest.begin(); a != rest.end(); ++a) {
            neighbours_[a->index()].erase(variable);
            for (auto b = std::next(a); b != rest.end(); ++b)
                if (connect(*a, *b)) graph_.fill_ins.push_back(between(*a, *b));
        }
        later_.push_back(rest);
    }

    /// Backwards in the order: a variable joins the clique of its later neighbours where these are
    /// all of it, and begins one next to it otherwise (Blair and Peyton 1993, "An introduction to
    /// chordal graphs and clique trees").
    void grow_junction_tree() {
        std::vector<std::size_t> place(network_.size()), clique_of(network_.size());
        for (std::size_t p = 0; p < graph_.order.size(); ++p) place[graph_.order[p].index()] = p;
        for (std::size_t p = graph_.order.size(); p-- > 0;) {
            const VariableId variable = graph_.order[p];
            std::size_t& own = clique_of[variable.index()];
            own = graph_.cliques.size();
            InferenceGraph::Clique clique{.variables = later_[p], .separator = later_[p]};
            if (!later_[p].empty()) {
                const VariableId next = *std::ranges::min_element(
                    later_[p], {}, [&](VariableId later) { return place[later.index()]; });
                clique.neighbour = clique_of[next.index()];
                if (graph_.cliques[*clique.neighbour].variables == later_[p])
                    own = *clique.neighbour;
            }
            if (own == graph_.cliques.size()) graph_.cliques.push_back(std::move(clique));
            std::vector<VariableId>& members = graph_.cliques[own].variables;
            members.insert(std::ranges::lower_bound(members, variable), variable);
        }
    }

    /// A clique sends to its neighbour, of lower number, when those of higher numbers have sent.
    void number_messages() {
        std::size_t last = 0;
        for (auto clique = graph_.cliques.rbegin(); clique != graph_.cliques.rend(); ++clique)
            if (clique->neighbour) clique->collected = ++last;
        for (InferenceGraph::Clique& clique : graph_.cliques)
            if (clique.neighbour) clique.distributed = ++last;
    }

    static Edge between(VariableId a, VariableId b) { return {std::min(a, b), std::max(a, b)}; }
    std::size_t states(VariableId variable) const { return network_.cardinality(variable); }
    /// True where they were not neighbours before.
    bool connect(VariableId a, VariableId b) {
        neighbours_[b.index()].insert(a);
        return neighbours_[a.index()].insert(b).second;
    }

    const BayesianNetwork& network_;
    const Evidence& evidence_;
    InferenceGraph graph_;
    std::vector<std::set<VariableId>> neighbours_;  ///< those that are not eliminated yet
    std::vector<std::vector<VariableId>> later_;    ///< by place in the order
};

}  // namespace

InferenceGraph inference_graph(const BayesianNetwork& network, const Evidence& evidence) {
    validate(evidence, network);
    if (const auto other = decision_or_utility(network))
        throw ArgumentError(
            "the graphs of inference are those of a network without decisions and "
            "utilities, such as " +
            in_quotes(network.variable(*other).name()));
    return InferenceGraphBuilder(network, evidence).build();
}

}  // namespace pgm
