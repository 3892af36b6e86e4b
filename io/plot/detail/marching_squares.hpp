#pragma once

#include <io/scene/scene.hpp>

#include <cstddef>
#include <vector>

namespace pgm::io::detail {

/// Finite numbers on the nodes of a grid of at least 2 x 2 nodes. The value at column i and row j
/// is values[j * columns + i].
struct ScalarGrid {
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::vector<double> values;

    double at(std::size_t column, std::size_t row) const { return values[row * columns + column]; }
};

using Polyline = std::vector<Point>;

/// The lines where the function crosses zero, in grid units (node i, j is the point i, j), by
/// marching squares (Lorensen and Cline 1987, in two dimensions). Crossings of edges are found by
/// linear interpolation, and the mean of its corners decides how a saddle is connected. Segments
/// are joined into long lines; a closed line ends where it begins.
///
/// Throws ArgumentError for a grid that is smaller than 2 x 2 or has the wrong number of values.
std::vector<Polyline> zero_contours(const ScalarGrid& grid);

/// Polygons that cover the area where the function is not negative, with the same borders.
/// Neighbouring cells that are completely inside are joined into one rectangle per row.
std::vector<Polyline> non_negative_area(const ScalarGrid& grid);

}  // namespace pgm::io::detail
