#include <learners/search/score_search.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/detail/branching.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <learners/search/detail/structure_score.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm::learners {
namespace {

using namespace detail;

/// Gains of single parents over none, [child * variables + parent].
std::vector<double> gains_of_single_parents(const DecomposableScore& score,
                                            const AllowedArcs& allowed, SearchWatch& watch) {
    const std::size_t size = score.variables();
    std::vector<double> gains(size * size, 0.0);
    watch.for_each(
        size,
        [&](std::size_t child) {
            std::vector<VariableId> candidates;
            for (std::size_t v = 0; v < size; ++v)
                if (allowed.allowed(VariableId(v), VariableId(child))) candidates.emplace_back(v);
            std::vector<double> scores(candidates.size());
            score.additions(VariableId(child), {}, candidates, scores);
            const double alone = score.family(VariableId(child), {});
            for (std::size_t i = 0; i < candidates.size(); ++i)
                gains[child * size + candidates[i].index()] = scores[i] - alone;
        },
        [](std::size_t) { return SearchProgress{}; });
    return gains;
}

/// The arcs of a branching; those that are required weigh more than all others together.
std::vector<WeightedArc> weighted_arcs(const std::vector<double>& gains, const AllowedArcs& allowed,
                                       std::size_t size) {
    double all = 1;
    for (const double gain : gains)
        if (std::isfinite(gain)) all += std::abs(gain);
    std::vector<WeightedArc> arcs;
    for (std::size_t child = 0; child < size; ++child)
        for (std::size_t parent = 0; parent < size; ++parent) {
            const double gain = gains[child * size + parent];
            const VariableId from(parent), to(child);
            if (allowed.required(from, to)) {
                arcs.push_back({parent, child, gain + all});
            } else if (gain > 0 && allowed.allowed(from, to)) {
                arcs.push_back({parent, child, gain});
            }
        }
    return arcs;
}

}  // namespace

LearnedStructure chow_liu_tree(const DecomposableScore& score, const Constraints& constraints,
                               const SearchControl& control, const ChowLiuTree&) {
    const std::size_t size = score.variables();
    require_space_for_pairs(size);
    const AllowedArcs allowed(size, constraints);
    LearnedStructure tree{.dag = Dag(size, allowed.required_arcs())};
    require_finite_score(score, tree.dag);
    for (std::size_t v = 0; v < size; ++v)
        if (tree.dag.in_degree(VariableId(v)) > 1)
            throw ArgumentError("variable " + std::to_string(v) +
                                    " has more than one required parent, and a tree none but one",
                                "choose another algorithm");
    SearchWatch watch(control);
    if (allowed.max_parents() > 0 && size > 1) {
        const std::vector<double> gains = gains_of_single_parents(score, allowed, watch);
        // Without all gains there is nothing better than what is required.
        if (!watch.stopped())
            tree.dag = Dag(size, maximum_branching(size, weighted_arcs(gains, allowed, size)));
    }
    tree.score = total(score, tree.dag);
    tree.partial = watch.stopped();
    tree.iterations = tree.dag.arc_count();
    return tree;
}

}  // namespace pgm::learners
