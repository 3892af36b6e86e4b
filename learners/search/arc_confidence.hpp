#pragma once

#include <learners/search/constraints.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <vector>

namespace pgm::learners {

/// How sure every arc is: a number from 0 to 1 for each ordered pair of variables. The bootstrap
/// gives the share of the resampled tables whose structure has the arc, arc_posterior() its
/// probability given the data.
class ArcConfidence {
public:
    ArcConfidence() = default;
    /// All 0. Throws TooLargeError for too many variables.
    explicit ArcConfidence(std::size_t variables);

    std::size_t variables() const { return variables_; }
    double arc(VariableId parent, VariableId child) const {
        return values_[parent.index() * variables_ + child.index()];
    }
    /// Confidence in the two directions together.
    double edge(VariableId a, VariableId b) const { return arc(a, b) + arc(b, a); }
    void set(VariableId parent, VariableId child, double confidence) {
        values_[parent.index() * variables_ + child.index()] = confidence;
    }

    friend bool operator==(const ArcConfidence&, const ArcConfidence&) = default;

private:
    std::size_t variables_ = 0;
    std::vector<double> values_;
};

/// The confidence that an edge has to exceed to be more than noise (Scutari and Nagarajan 2013,
/// "Identifying significant edges in graphical models of molecular networks").
///
/// If one knew which edges there are, all confidences would be 0 or 1, and their distribution
/// function would be some constant t between. The t nearest to the observed distribution function F
/// in the L1 norm is the median of F over [0, 1], which is F(1/2), for F is monotone. The threshold
/// is the smallest confidence with F >= t: the largest one up to 1/2, or 0 if all exceed it.
double significance_threshold(const ArcConfidence& confidence);

/// The DAG of the edges above a threshold, in the direction of the larger confidence. The surest
/// arcs come first; one that would break a constraint or close a cycle is turned around, or left
/// out where that would, too. Required arcs are there in any case. Throws what AllowedArcs throws.
Dag averaged_network(const ArcConfidence& confidence, double threshold,
                     const Constraints& constraints = {});

}  // namespace pgm::learners
