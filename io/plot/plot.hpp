#pragma once

#include <io/scene/scene.hpp>
#include <pgm/classify/measure/calibration_curve.hpp>
#include <pgm/classify/measure/comparison.hpp>
#include <pgm/classify/measure/confusion.hpp>
#include <pgm/classify/measure/roc.hpp>
#include <pgm/inference/batch_posterior.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io {

// Plots are scenes (scene.hpp), which svg_text(), pdf_document() and tikz_text() write.

/// One axis of a plot: its label and the interval that is shown, with low < high, both finite.
struct PlotAxis {
    std::string label;
    double low = 0;
    double high = 1;
};

/// One class.
struct CalibrationSeries {
    std::string label;
    std::vector<CalibrationBin> bins;  ///< from calibration_curve()
};

/// Calibration curves: the observed frequency of a class over its predicted probability, in
/// a panel for each class. Bins of few rows are joined with their neighbours (joined_bins). Every
/// bin is a dot whose area is proportional to its weight, and a line for the interval of its
/// frequency (wilson_interval). A calibrated classifier lies on the diagonal.
Scene calibration_plot(const std::string& title, std::span<const CalibrationSeries> series);

/// A confusion matrix. Rows are true classes, columns predictions. Each cell has its count
/// and is tinted by its share of the row, blue on the diagonal and orange elsewhere; the recall is
/// beside each row. There is a column "undecided" if some row is undecided. Throws ArgumentError
/// for more than 60 classes.
Scene confusion_plot(const std::string& title, const ConfusionMatrix& matrix);

/// How strongly columns of a table are related, as rows against columns of a picture.
struct StrengthMatrix {
    std::vector<std::string> rows, columns;
    Eigen::MatrixXd strengths;  ///< from 0 to 1; NaN of a pair that has none
};

/// A matrix of strengths. Each cell has its strength with two decimals and is tinted by it; a pair
/// without one is an empty cell. Throws ArgumentError for more than 60 rows or columns, and unless
/// the matrix has the shape of its labels.
Scene association_plot(const std::string& title, const StrengthMatrix& matrix);

/// A critical-difference diagram (Demsar 2006, figure 1): the classifiers on the line of
/// their mean ranks, the best at the left, and a bar over every largest group in which no two are
/// the critical difference apart. `labels` are those of the ranks. Throws ArgumentError for labels
/// that are not as many.
Scene mean_ranks_plot(const std::string& title, std::span<const std::string> labels,
                      const MeanRanks& ranks);

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

/// The regions, with a tint for each class, lines for the boundaries, and dots for the rows.
/// Throws ArgumentError unless the scores have the shape of the grid.
Scene regions_plot(const DecisionRegions& regions);

/// A class, or one of several classifiers: what a colour stands for.
struct RocSeries {
    std::string label;
    std::optional<double> area = {};  ///< shown in the legend
};

/// The curves of one frame.
struct RocPanel {
    std::string label;  ///< shown where there are several
    /// Curves from roc_curve(), one per series; empty where there is none.
    std::vector<std::vector<RocPoint>> curves;
};

/// The points of a curve that can be distinguished in a plot: at most a few thousand.
std::vector<RocPoint> visible_points(std::span<const RocPoint> points);

/// ROC curves: the true positive rate over the false positive rate, with the diagonal of
/// guessing and a legend of the series.
Scene roc_plot(const std::string& title, std::span<const RocSeries> series,
               std::span<const RocPanel> panels);

/// An answer at the lower and at the upper end of a number of the model.
struct TornadoBar {
    std::string label;
    double at_low = 0;
    double at_high = 0;
};

/// A tornado chart: a bar for each number around the line of the answer, in their order, which is
/// that of their widths in a tornado. The two colours are those of the ends of the number. Throws
/// ArgumentError for numbers that are not finite.
Scene tornado_plot(const std::string& title, double answer, std::span<const TornadoBar> bars);

}  // namespace pgm::io
