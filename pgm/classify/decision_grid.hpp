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

/// The discriminants of every class at every node of the grid, node (i, j) in row j * columns + i:
/// what a picture of decision regions is drawn from. All other features are unobserved, that is
/// summed or integrated out, so the picture shows the decisions of someone who knows these two
/// alone.
///
/// Throws ArgumentError when a feature is not one of the classifier's or not a continuous column,
/// when both are the same, or for a grid smaller than 2 x 2 or of more than 10^7 nodes.
RowsByStates decision_grid(const Predictor& predictor, const GridSpec& grid,
                           std::size_t threads = 1);

}  // namespace pgm
