#pragma once

#include <learners/search/arc_confidence.hpp>
#include <learners/search/constraints.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/graph/partially_directed_graph.hpp>
#include <pgm/model/variable.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

/// The arcs of several structures over the same variables, counted. An arc that all members of an
/// equivalence class share counts 1, an edge whose direction the class leaves open counts one half
/// in both directions.
class ArcVotes {
public:
    ArcVotes(std::vector<Variable> variables, const Constraints& constraints)
        : variables_(std::move(variables)),
          rules_(variables_.size(), constraints),
          votes_(variables_.size()) {}

    void add(const Dag& dag) {
        const Cpdag graph = cpdag(dag, variables_, rules_);
        for (const Arc& arc : graph.compelled) count(arc.parent, arc.child, 1);
        for (const Edge& edge : graph.reversible) {
            count(edge.a, edge.b, 0.5);
            count(edge.b, edge.a, 0.5);
        }
        ++structures_;
    }

    std::size_t structures() const { return structures_; }

    /// The share of the structures that have each arc.
    ArcConfidence shares() const {
        ArcConfidence shares = votes_;
        const std::size_t size = shares.variables();
        for (std::size_t a = 0; a < size && structures_ > 0; ++a)
            for (std::size_t b = 0; b < size; ++b) {
                const VariableId from(a), to(b);
                shares.set(from, to, votes_.arc(from, to) / static_cast<double>(structures_));
            }
        return shares;
    }

private:
    void count(VariableId parent, VariableId child, double votes) {
        votes_.set(parent, child, votes_.arc(parent, child) + votes);
    }

    std::vector<Variable> variables_;
    AllowedArcs rules_;
    ArcConfidence votes_;
    std::size_t structures_ = 0;
};

}  // namespace pgm::learners::detail
