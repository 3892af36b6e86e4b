#include <pgm/causal/possible_effects.hpp>

#include <pgm/causal/detail/causal_pair.hpp>
#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/core/error.hpp>
#include <pgm/graph/partially_directed_graph.hpp>

#include <algorithm>

namespace pgm {

using namespace detail;

std::vector<std::vector<VariableId>> possible_parents(const Cpdag& graph, VariableId variable,
                                                      std::size_t most) {
    const PartiallyDirectedGraph partial(graph);
    const VariableSet parents = set_of(partial.parents(variable)),
                      neighbours = set_of(partial.neighbours(variable));
    if (neighbours.size() > most)
        throw TooLargeError("the directions of " + std::to_string(neighbours.size()) +
                            " arcs at the cause are open, more than " + std::to_string(most));
    std::vector<VariableSet> cliques{{}};
    for (const VariableId neighbour : neighbours)
        for (std::size_t i = 0, end = cliques.size(); i < end; ++i) {
            if (!std::ranges::all_of(cliques[i], [&](VariableId member) {
                    return partial.adjacent(member, neighbour);
                }))
                continue;
            cliques.push_back(set_union(cliques[i], VariableSet{neighbour}));
        }
    for (VariableSet& clique : cliques) clique = set_union(clique, parents);
    sort_by_size(cliques);
    return cliques;
}

std::vector<EffectAnalysis> possible_effects(const Cpdag& graph, const EffectQuestion& question) {
    std::vector<EffectAnalysis> effects;
    for (const VariableSet& parents : possible_parents(graph, question.cause)) {
        const bool is_reversed = has_member(parents, question.effect);
        EffectAnalysis effect{.question = question};
        effect.has_causal_path = !is_reversed;
        effect.method = EffectMethod::back_door;
        effect.adjusted_for = parents;
        effect.is_of_member = true;
        effect.formula = is_reversed ? Estimand(ConditionalProbability{{question.effect}, {}})
                                     : adjustment_formula(question.cause, question.effect, parents);
        effects.push_back(std::move(effect));
    }
    return effects;
}

}  // namespace pgm
