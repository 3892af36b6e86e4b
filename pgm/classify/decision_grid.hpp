#pragma once

#include <pgm/classify/predictions.hpp>

#include <cstddef>
#include <string>

namespace pgm {

/// An evenly spaced grid over two continuous features: `columns` values of the first from low to
/// high, `rows` of the second.
struct GridSpec {
    std::string x;
    std::string y;
    double x_low = 0;
    double x_high = 1;
    double y_low = 0;
    double y_high = 1;
    std::size_t columns = 161;
    std::size_t rows = 161;
};

/// The discriminants of every class at every node of the grid, for pictures of decision regions.
/// Node (i, j) is in row j * columns + i. All other features are unobserved, so the regions show
/// the decisions when only these two are known.
///
/// Throws ArgumentError unless both features are different continuous features of the classifier,
/// and for a grid smaller than 2 x 2 or of more than 10^7 nodes.
RowsByStates decision_grid(const Predictor& predictor, const GridSpec& grid,
                           std::size_t threads = 1);

}  // namespace pgm
