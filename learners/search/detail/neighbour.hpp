#pragma once

#include <pgm/core/ids.hpp>

#include <vector>

namespace pgm::learners::detail {

/// A variable that is still joined to another, and how strongly they depend on each other by
/// themselves.
struct Neighbour {
    VariableId other;
    double p = 0;
    double statistic = 0;
    /// No set of the last level left their test degrees of freedom, so no larger one will.
    bool closed = false;
};

/// True if a variable depends more strongly on the first of two neighbours.
inline bool stronger(const Neighbour& first, const Neighbour& second) {
    if (first.p != second.p) return first.p < second.p;
    if (first.statistic != second.statistic) return first.statistic > second.statistic;
    return first.other < second.other;
}

/// The neighbours of each variable, ascending by number.
using NeighbourLists = std::vector<std::vector<Neighbour>>;

}  // namespace pgm::learners::detail
