#pragma once

#include <io/plot/plot_axis.hpp>
#include <pgm/inference/batch_posterior.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::io {

/// Two features of a classifier and who wins where.
///
/// The scores are those of every class on a grid of `columns` x `rows` nodes spread evenly over the
/// two axes: row j * columns + i of the matrix belongs to node (i, j), j counting upwards. Any
/// score whose largest wins will do (log probabilities, discriminants); where the scores are the
/// same is the boundary. A node at which all are -inf belongs to nobody.
struct DecisionRegions {
    std::string title;
    PlotAxis x;
    PlotAxis y;
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::vector<std::string> classes;
    RowsByStates scores;  ///< nodes x classes

    /// Rows of data drawn as dots, in the colour of their class.
    struct Dot {
        double x = 0;
        double y = 0;
        std::size_t class_index = 0;
    };
    std::vector<Dot> dots;
};

/// The regions as SVG: each class's region tinted, the boundaries where two classes are equally
/// good as lines, the rows as dots. Throws ArgumentError when the scores do not have the shape of
/// the grid.
std::string regions_svg(const DecisionRegions& regions);

}  // namespace pgm::io
