#include <learners/search/arc_confidence.hpp>

#include <learners/search/detail/changing_dag.hpp>
#include <learners/search/detail/structure_score.hpp>

#include <algorithm>
#include <tuple>

namespace pgm::learners {

ArcConfidence::ArcConfidence(std::size_t variables) : variables_(variables) {
    detail::require_space_for_pairs(variables);
    values_.assign(variables * variables, 0.0);
}

double significance_threshold(const ArcConfidence& confidence) {
    constexpr double half = 0.5;
    double threshold = 0;
    for (std::size_t a = 0; a < confidence.variables(); ++a)
        for (std::size_t b = a + 1; b < confidence.variables(); ++b) {
            const double edge = confidence.edge(VariableId(a), VariableId(b));
            if (edge <= half) threshold = std::max(threshold, edge);
        }
    return threshold;
}

Dag averaged_network(const ArcConfidence& confidence, double threshold,
                     const Constraints& constraints) {
    const std::size_t size = confidence.variables();
    const AllowedArcs allowed(size, constraints);
    detail::ChangingDag dag(Dag(size, allowed.required_arcs()));
    struct CandidateArc {
        double edge, arc;
        Arc ends;
    };
    std::vector<CandidateArc> candidates;
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = a + 1; b < size; ++b) {
            const VariableId low(a), high(b);
            const double edge = confidence.edge(low, high);
            if (!(edge > threshold) || dag.has_arc(a, b) || dag.has_arc(b, a)) continue;
            const double up = confidence.arc(low, high), down = confidence.arc(high, low);
            candidates.push_back(up >= down ? CandidateArc{edge, up, {low, high}}
                                            : CandidateArc{edge, down, {high, low}});
        }
    std::ranges::sort(candidates, [](const CandidateArc& a, const CandidateArc& b) {
        return std::tie(b.arc, b.edge, a.ends) < std::tie(a.arc, a.edge, b.ends);
    });
    const auto add = [&](VariableId parent, VariableId child) {
        if (!allowed.allowed(parent, child) ||
            dag.in_degree(child.index()) >= allowed.max_parents() ||
            !dag.may_add(parent.index(), child.index()))
            return false;
        dag.add(parent.index(), child.index());
        return true;
    };
    for (const CandidateArc& candidate : candidates)
        if (!add(candidate.ends.parent, candidate.ends.child))
            add(candidate.ends.child, candidate.ends.parent);
    return dag.dag();
}

}  // namespace pgm::learners
