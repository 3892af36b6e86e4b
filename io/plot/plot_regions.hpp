#pragma once

#include <io/plot/plot_axis.hpp>
#include <pgm/inference/batch_posterior.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::io {

/// The classes that a classifier decides for in the plane of two features.
///
/// The scores of every class are given on a grid of `columns` x `rows` nodes, spread evenly over
/// the two axes. Row j * columns + i of the matrix belongs to node (i, j), where j counts upwards.
/// The class with the largest score wins (log probabilities or discriminants, for example), and
/// equal scores are the boundary. A node where all scores are -inf belongs to no class.
struct DecisionRegions {
    std::string title;
    PlotAxis x;
    PlotAxis y;
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::vector<std::string> classes;
    RowsByStates scores;  ///< nodes x classes

    /// A row of data, drawn as a dot in the colour of its class.
    struct Dot {
        double x = 0;
        double y = 0;
        std::size_t class_index = 0;
    };
    std::vector<Dot> dots;
};

/// The regions as SVG, with a tint for each class, lines for the boundaries, and dots for the rows.
/// Throws ArgumentError unless the scores have the shape of the grid.
std::string regions_svg(const DecisionRegions& regions);

}  // namespace pgm::io
