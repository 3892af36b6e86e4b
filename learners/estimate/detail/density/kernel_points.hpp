#pragma once

#include <learners/estimate/bandwidth.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counts.hpp>

#include <span>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

/// The cell of a row in which a member is missing.
inline constexpr std::size_t unknown_cell = static_cast<std::size_t>(-1);

/// The cell of each row in a scope of discrete columns; `columns[i]` is the column of `data` that
/// the scope calls ColumnId{i}.
std::vector<std::size_t> cells_of_rows(const Dataset& data, std::span<const ColumnId> columns,
                                       const ColumnScope& scope);

/// The values of one continuous column for every configuration of its discrete parents: what kernel
/// densities keep instead of sums. Rows in which the value or a parent is missing are left out.
/// Once sorted() the points ascend and equal ones are one, so the order of the rows leaves no trace
/// and a row of weight 2 is two rows.
class KernelPoints {
public:
    /// `schema` are the variables by column; the child is continuous, the parents are discrete.
    KernelPoints(Family family, std::span<const Variable> schema);

    const Family& family() const { return family_; }
    /// The configurations of the parents.
    const ColumnScope& configurations() const { return configurations_; }

    /// `columns[i]` is the column of `data` that the family calls ColumnId{i}.
    void add(const Dataset& data, std::span<const ColumnId> columns);
    void add(std::size_t configuration, WeightedPoint point) {
        points_[configuration].push_back(point);
    }

    /// The points of each configuration, ascending and different.
    std::vector<std::vector<WeightedPoint>> sorted() const;

private:
    Family family_;
    ColumnScope configurations_;
    std::vector<std::vector<WeightedPoint>> points_;
};

/// Makes one of neighbours whose keys are equal, with the sum of their weights.
template <class Point, class Key>
void merge_neighbours(std::vector<Point>& points, const Key& key) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (kept > 0 && key(points[kept - 1]) == key(points[i])) {
            points[kept - 1].weight += points[i].weight;
        } else {
            if (kept != i) points[kept] = std::move(points[i]);
            ++kept;
        }
    }
    points.resize(kept);
}

/// Sorts points and makes equal ones one.
void merge_equal(std::vector<WeightedPoint>& points);

/// The mean squared deviation, n the sum of the weights: in two passes with correction, over
/// ascending points. The values are here, so their sums need not be exact.
double variance_of(std::span<const WeightedPoint> points, double n);

}  // namespace pgm::learners::detail
