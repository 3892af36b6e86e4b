#include <pgm/graph/equivalence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/detail/vertex_marks.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

Edge edge_between(VariableId u, VariableId v) {
    return u < v ? Edge{u, v} : Edge{v, u};
}

std::vector<Edge> skeleton(const Dag& dag) {
    std::vector<Edge> edges;
    edges.reserve(dag.arc_count());
    for (const Arc& arc : dag.arcs()) edges.push_back(edge_between(arc.parent, arc.child));
    std::sort(edges.begin(), edges.end());
    return edges;
}

/// For each vertex y, the parents whose arc into y is compelled. Vertices are processed in
/// topological order, so the arcs into the parents of y are labelled already. Chickering (1995,
/// figure 10) labels arc by arc; the first of his steps at y, for the parent that is last in
/// topological order, decides all arcs into y.
class CompelledParents {
public:
    explicit CompelledParents(const Dag& dag)
        : dag_(dag), position_(dag.size()), is_parent_(dag.size(), 0), compelled_(dag.size()) {
        const std::vector<VariableId> order = topological_order(dag);
        for (std::size_t i = 0; i < order.size(); ++i) position_[order[i].index()] = i;
        for (const VariableId y : order)
            if (dag.in_degree(y) > 0) compelled_[y.index()] = compelled_into(dag.parents(y));
    }

    const std::vector<VariableId>& operator[](VariableId child) const {
        return compelled_[child.index()];
    }

private:
    std::vector<VariableId> compelled_into(const std::vector<VariableId>& parents) {
        for (const VariableId p : parents) is_parent_[p.index()] = 1;
        const bool all = all_compelled(parents);
        for (const VariableId p : parents) is_parent_[p.index()] = 0;
        return all ? parents : compelled_[nearest(parents).index()];
    }

    bool all_compelled(const std::vector<VariableId>& parents) const {
        const VariableId x = nearest(parents);
        const auto is_parent = [&](VariableId v) { return is_parent_[v.index()] != 0; };
        // If w -> x -> y and w and y are not adjacent, reversing x -> y would create a v-structure
        // at x.
        if (!std::all_of(compelled_[x.index()].begin(), compelled_[x.index()].end(), is_parent))
            return true;
        // A parent of y that is neither x nor a parent of x makes a v-structure at y with x.
        const std::vector<VariableId> of_x = dag_.parents(x);
        return static_cast<std::size_t>(std::count_if(of_x.begin(), of_x.end(), is_parent)) + 1 <
               parents.size();
    }

    VariableId nearest(const std::vector<VariableId>& parents) const {
        return *std::max_element(parents.begin(), parents.end(), [&](VariableId a, VariableId b) {
            return position_[a.index()] < position_[b.index()];
        });
    }

    const Dag& dag_;
    std::vector<std::size_t> position_;  ///< of each vertex in topological order
    VertexMarks is_parent_;              ///< of the current vertex
    std::vector<std::vector<VariableId>> compelled_;
};

/// The first edge that only one of two sorted skeletons has.
std::optional<EquivalenceDifference> skeleton_difference(const std::vector<Edge>& first,
                                                         const std::vector<Edge>& second) {
    const auto [a, b] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
    if (a == first.end() && b == second.end()) return std::nullopt;
    const bool in_first = b == second.end() || (a != first.end() && *a < *b);
    const Edge edge = in_first ? *a : *b;
    return EquivalenceDifference{edge, in_first};
}

/// The first v-structure at `child` in `dag` that `other`, a graph with the same skeleton, does not
/// have.
std::optional<VStructure> extra_v_structure(const Dag& dag, const Dag& other, VariableId child) {
    const std::vector<VariableId> parents = dag.parents(child);
    for (const VariableId a : parents) {
        if (other.has_arc(a, child)) continue;  // the other graph must reverse one of the arcs
        for (const VariableId b : parents)
            if (a != b && !dag.has_arc(a, b) && !dag.has_arc(b, a))
                return VStructure{std::min(a, b), child, std::max(a, b)};
    }
    return std::nullopt;
}

}  // namespace

Cpdag cpdag(const Dag& dag) {
    const CompelledParents compelled_parents(dag);
    Cpdag result;
    result.size = dag.size();
    VertexMarks compelled(dag.size(), 0);
    for (std::size_t v = 0; v < dag.size(); ++v) {
        const VariableId child(v);
        for (const VariableId p : compelled_parents[child]) compelled[p.index()] = 1;
        for (const VariableId p : dag.parents(child)) {
            if (std::exchange(compelled[p.index()], 0))
                result.compelled.push_back({p, child});
            else
                result.reversible.push_back(edge_between(p, child));
        }
    }
    std::sort(result.compelled.begin(), result.compelled.end());
    std::sort(result.reversible.begin(), result.reversible.end());
    return result;
}

std::optional<EquivalenceDifference> equivalence_difference(const Dag& first, const Dag& second) {
    if (first.size() != second.size())
        throw ArgumentError("graphs of " + std::to_string(first.size()) + " and " +
                                std::to_string(second.size()) + " vertices cannot be compared",
                            "both must be over the same variables");
    if (auto difference = skeleton_difference(skeleton(first), skeleton(second))) return difference;
    for (std::size_t v = 0; v < first.size(); ++v) {
        const VariableId child(v);
        for (const bool in_first : {true, false}) {
            const auto extra = in_first ? extra_v_structure(first, second, child)
                                        : extra_v_structure(second, first, child);
            if (extra) return EquivalenceDifference{*extra, in_first};
        }
    }
    return std::nullopt;
}

bool markov_equivalent(const Dag& first, const Dag& second) {
    return !equivalence_difference(first, second);
}

}  // namespace pgm
