#include <learners/search/detail/branching.hpp>

#include <optional>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// An arc of a contracted graph and the arc it stands for one level below.
struct LevelArc {
    std::size_t parent;
    std::size_t child;
    double weight;
    std::size_t below;
};

using ChosenArcs = std::vector<std::optional<std::size_t>>;  ///< per vertex the arc into it

/// Best arc into every vertex, if one weighs more than nothing.
ChosenArcs best_arcs(std::size_t vertices, const std::vector<LevelArc>& arcs) {
    ChosenArcs best(vertices);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        std::optional<std::size_t>& there = best[arcs[i].child];
        if (arcs[i].weight > 0 && (!there || arcs[i].weight > arcs[*there].weight)) there = i;
    }
    return best;
}

struct ContractedVertices {
    std::vector<std::size_t> group;  ///< per vertex, its vertex one level up
    std::vector<bool> on_cycle;      ///< per vertex
    std::size_t groups = 0;
    bool has_cycle = false;
};

/// Finds the cycles of the chosen arcs; each becomes one group.
ContractedVertices contract(const std::vector<LevelArc>& arcs, const ChosenArcs& best) {
    const std::size_t vertices = best.size();
    ContractedVertices result{std::vector<std::size_t>(vertices, vertices),
                              std::vector<bool>(vertices, false)};
    std::vector<std::size_t> seen_from(vertices, vertices);
    for (std::size_t start = 0; start < vertices; ++start) {
        std::size_t v = start;
        while (seen_from[v] == vertices && best[v]) {
            seen_from[v] = start;
            v = arcs[*best[v]].parent;
        }
        if (!best[v] || seen_from[v] != start || result.on_cycle[v]) continue;
        for (std::size_t u = v; !result.on_cycle[u]; u = arcs[*best[u]].parent) {
            result.on_cycle[u] = true;
            result.group[u] = result.groups;
        }
        ++result.groups;
        result.has_cycle = true;
    }
    for (std::size_t v = 0; v < vertices; ++v)
        if (!result.on_cycle[v]) result.group[v] = result.groups++;
    return result;
}

std::vector<LevelArc> arcs_above(const std::vector<LevelArc>& arcs, const ChosenArcs& best,
                                 const ContractedVertices& contraction) {
    // Opening a cycle costs at least its lightest arc.
    std::vector<double> lightest(contraction.groups, 0.0);
    std::vector<bool> known(contraction.groups, false);
    for (std::size_t v = 0; v < best.size(); ++v) {
        if (!contraction.on_cycle[v]) continue;
        const std::size_t group = contraction.group[v];
        const double weight = arcs[*best[v]].weight;
        if (!known[group] || weight < lightest[group]) lightest[group] = weight;
        known[group] = true;
    }
    std::vector<LevelArc> above;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const std::size_t parent = contraction.group[arcs[i].parent],
                          child = contraction.group[arcs[i].child];
        if (parent == child) continue;
        double weight = arcs[i].weight;
        if (contraction.on_cycle[arcs[i].child])
            weight += lightest[child] - arcs[*best[arcs[i].child]].weight;
        above.push_back({parent, child, weight, i});
    }
    return above;
}

/// A graph before the cycles of its best arcs were contracted.
struct ContractionLevel {
    std::vector<LevelArc> arcs;
    ChosenArcs best;
    ContractedVertices contraction;
};

/// A cycle that no arc enters opens where it loses least.
void open_cycles(const ContractionLevel& level, const std::vector<bool>& entered,
                 ChosenArcs& choice) {
    std::vector<std::optional<std::size_t>> weakest(entered.size());
    const auto weight = [&](std::size_t v) { return level.arcs[*choice[v]].weight; };
    for (std::size_t v = 0; v < choice.size(); ++v) {
        const std::size_t group = level.contraction.group[v];
        if (!level.contraction.on_cycle[v] || entered[group]) continue;
        if (!weakest[group] || weight(v) < weight(*weakest[group])) weakest[group] = v;
    }
    for (const std::optional<std::size_t>& v : weakest)
        if (v) choice[*v].reset();
}

/// The choice of a level from that of the level above, whose arcs these are.
ChosenArcs expanded(const ContractionLevel& level, const std::vector<LevelArc>& arcs_above,
                    const ChosenArcs& choice_above) {
    ChosenArcs choice = level.best;
    for (std::size_t v = 0; v < choice.size(); ++v)
        if (!level.contraction.on_cycle[v]) choice[v].reset();
    std::vector<bool> entered(level.contraction.groups, false);
    for (std::size_t group = 0; group < choice_above.size(); ++group) {
        if (!choice_above[group]) continue;
        const std::size_t arc = arcs_above[*choice_above[group]].below;
        choice[level.arcs[arc].child] = arc;
        entered[group] = true;
    }
    open_cycles(level, entered, choice);
    return choice;
}

ChosenArcs solve(std::size_t vertices, std::vector<LevelArc> arcs) {
    std::vector<ContractionLevel> levels;
    ChosenArcs choice = best_arcs(vertices, arcs);
    for (ContractedVertices next = contract(arcs, choice); next.has_cycle;
         next = contract(arcs, choice)) {
        std::vector<LevelArc> above = arcs_above(arcs, choice, next);
        const std::size_t groups = next.groups;
        levels.push_back({std::move(arcs), std::move(choice), std::move(next)});
        arcs = std::move(above);
        choice = best_arcs(groups, arcs);
    }
    for (; !levels.empty(); levels.pop_back()) {
        choice = expanded(levels.back(), arcs, choice);
        arcs = std::move(levels.back().arcs);
    }
    return choice;
}

}  // namespace

std::vector<Arc> maximum_branching(std::size_t vertices, const std::vector<WeightedArc>& arcs) {
    std::vector<LevelArc> level;
    for (std::size_t i = 0; i < arcs.size(); ++i)
        level.push_back({arcs[i].parent, arcs[i].child, arcs[i].weight, i});
    std::vector<Arc> chosen;
    const ChosenArcs choice = solve(vertices, std::move(level));
    for (std::size_t v = 0; v < vertices; ++v)
        if (choice[v]) chosen.push_back({VariableId(arcs[*choice[v]].parent), VariableId(v)});
    return chosen;
}

}  // namespace pgm::learners::detail
