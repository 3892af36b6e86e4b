#include <pgm/graph/structure_comparison.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace pgm {
namespace {

void require_same_size(std::size_t first, std::size_t second) {
    if (first != second)
        throw ArgumentError("graphs of " + std::to_string(first) + " and " +
                                std::to_string(second) + " vertices cannot be compared",
                            "both must be over the same variables");
}

/// The number of elements that two sorted lists have in common.
template <class T>
std::size_t shared_count(const std::vector<T>& first, const std::vector<T>& second) {
    std::vector<T> shared;
    std::set_intersection(first.begin(), first.end(), second.begin(), second.end(),
                          std::back_inserter(shared));
    return shared.size();
}

template <class T>
Agreement agreement_of(const std::vector<T>& truth, const std::vector<T>& other) {
    return {shared_count(truth, other), truth.size(), other.size()};
}

std::vector<Edge> skeleton_of(const PartiallyDirectedGraph& graph) {
    std::vector<Edge> pairs = graph.edges();
    for (const Arc& arc : graph.arcs())
        pairs.push_back({std::min(arc.parent, arc.child), std::max(arc.parent, arc.child)});
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// The agreement in arcs and edges; an arc and an edge between the same vertices do not agree.
Agreement connection_agreement(const PartiallyDirectedGraph& truth,
                               const PartiallyDirectedGraph& other) {
    const Agreement arcs = agreement_of(truth.arcs(), other.arcs()),
                    edges = agreement_of(truth.edges(), other.edges());
    return {arcs.shared + edges.shared, arcs.truth + edges.truth, arcs.claimed + edges.claimed};
}

}  // namespace

double Agreement::precision() const {
    return claimed == 0 ? 1 : static_cast<double>(shared) / static_cast<double>(claimed);
}

double Agreement::recall() const {
    return truth == 0 ? 1 : static_cast<double>(shared) / static_cast<double>(truth);
}

double Agreement::f1() const {
    const double sum = precision() + recall();
    return sum == 0 ? 0 : 2 * precision() * recall() / sum;
}

std::size_t structural_hamming_distance(const PartiallyDirectedGraph& truth,
                                        const PartiallyDirectedGraph& other) {
    require_same_size(truth.size(), other.size());
    const Agreement pairs = agreement_of(skeleton_of(truth), skeleton_of(other));
    const Agreement alike = connection_agreement(truth, other);
    const std::size_t joined_by_either = pairs.truth + pairs.claimed - pairs.shared;
    return joined_by_either - alike.shared;
}

std::size_t structural_hamming_distance(const Dag& truth, const Dag& other) {
    return structural_hamming_distance(PartiallyDirectedGraph(truth),
                                       PartiallyDirectedGraph(other));
}

StructureComparison compare_structures(const Dag& truth, const Dag& other) {
    require_same_size(truth.size(), other.size());
    const PartiallyDirectedGraph dag(truth), other_dag(other), pattern(cpdag(truth)),
        other_pattern(cpdag(other));
    return {.distance = structural_hamming_distance(dag, other_dag),
            .cpdag_distance = structural_hamming_distance(pattern, other_pattern),
            .skeleton = agreement_of(skeleton_of(dag), skeleton_of(other_dag)),
            .arcs = agreement_of(dag.arcs(), other_dag.arcs()),
            .cpdag = connection_agreement(pattern, other_pattern)};
}

}  // namespace pgm
