#pragma once

#include <pgm/decide/influence_diagram.hpp>
#include <pgm/table/table.hpp>

#include <vector>

namespace pgm::detail {

/// Tables over discrete variables whose sum is the total utility: one for each scope, without those
/// that another one includes. A utility below others has become a part of their tables, with its
/// weights.
///
/// Throws TooLargeError for a weight and a utility whose product has more than 2^24 cells.
std::vector<Table> total_utility(const InfluenceDiagram& diagram);

/// a + b, over the variables of both. Throws TooLargeError likewise.
Table sum(const Table& a, const Table& b);

/// A table with its least cell taken away, divided by its largest, so that all cells are between 0
/// and 1: a likelihood that the engine takes as any other.
struct ScaledUtility {
    Table table;
    double least = 0, range = 0;  ///< utility = least + range * cell
    std::vector<double> logs;     ///< of the cells, which may be too small for doubles

    /// Makes the cells exp(-(utility - least) / R), whose product over the tables is what an
    /// exponential utility minimises. Throws ArgumentError where one is zero beyond its logarithm.
    void make_exponential(double risk_tolerance);
};

/// Throws ArgumentError where the difference of two cells is beyond all doubles.
ScaledUtility scaled_utility(Table utility);

}  // namespace pgm::detail
