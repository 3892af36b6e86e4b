#pragma once

#include <io/picture/detail/graph_layout.hpp>

#include <cstddef>
#include <vector>

namespace pgm::io::detail {

/// Numbers on the nodes of a rectangular grid, at least 2 x 2: the value at column i and row j is
/// values[j * columns + i]. All finite.
struct ScalarGrid {
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::vector<double> values;

    double at(std::size_t column, std::size_t row) const { return values[row * columns + column]; }
};

using Polyline = std::vector<Point>;

/// Where the function crosses zero, in grid units (node i, j is the point i, j): marching squares
/// (Lorensen and Cline 1987, in two dimensions), a crossing of an edge found by linear
/// interpolation, the two segments of a saddle joined as the mean of its corners says. Segments are
/// chained into long lines; a closed line ends where it begins.
///
/// Throws ArgumentError for a grid of another shape than it says, or smaller than 2 x 2.
std::vector<Polyline> zero_contours(const ScalarGrid& grid);

/// Polygons that together cover where the function is not negative, with the same borders. Whole
/// cells are joined into one rectangle per row.
std::vector<Polyline> non_negative_area(const ScalarGrid& grid);

}  // namespace pgm::io::detail
