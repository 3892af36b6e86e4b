#pragma once

#include <io/picture/detail/graph_layout.hpp>
#include <io/plot/plot_axis.hpp>

#include <string>
#include <vector>

namespace pgm::io::detail {

/// One line of the legend beside the plot.
struct PlotKey {
    enum class Mark { line, box };

    std::string label;
    std::string color;
    std::string dashes = "none";
    Mark mark = Mark::line;
};

/// The ticks of an axis: at most `most` multiples of 1, 2 or 5 times a power of ten within [low,
/// high].
std::vector<double> tick_positions(double low, double high, std::size_t most = 8);

/// The labels of these ticks, with enough digits to distinguish neighbours.
std::vector<std::string> tick_labels(const std::vector<double>& ticks);

/// The frame of a plot: title, axes with ticks and labels, a grid, and a legend at the right. The
/// plots (plot_roc.hpp and others) draw into it.
///
/// The result is SVG 1.1 without scripts or external references, with a <title> for screen readers.
/// The same input gives the same bytes.
class PlotFrame {
public:
    /// Throws ArgumentError for an axis that is not an interval of finite numbers.
    PlotFrame(std::string title, PlotAxis x, PlotAxis y, std::vector<PlotKey> legend = {});

    /// The position of a point of the data in the picture.
    Point at(double x, double y) const;
    /// The same as text: "12.5,40".
    std::string coordinates(double x, double y) const;

    /// The picture with `content` (SVG elements) clipped to the frame.
    std::string svg(const std::string& content) const;

private:
    std::string x_axis_svg() const;
    std::string y_axis_svg() const;
    std::string legend_svg() const;
    double legend_width() const;

    std::string title_;
    PlotAxis x_;
    PlotAxis y_;
    std::vector<PlotKey> legend_;
    double left_ = 0;  ///< the left edge of the square for the data
};

/// The name of a class for a legend. Long names are shortened.
std::string class_label(const std::string& name);

/// The text itself if it is at most `width` wide, otherwise its beginning and an ellipsis.
std::string text_within(const std::string& text, double font_size, double width);

/// A plot as a file.
std::string plot_document(Point size, const std::string& title, const std::string& content);

}  // namespace pgm::io::detail
