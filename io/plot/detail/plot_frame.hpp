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

/// Where the ticks of an axis stand: at multiples of 1, 2 or 5 times a power of ten, at most `most`
/// of them, all within [low, high].
std::vector<double> tick_positions(double low, double high, std::size_t most = 8);

/// The numbers at these ticks, in as many digits as tell neighbours apart.
std::vector<std::string> tick_labels(const std::vector<double>& ticks);

/// The frame of a plot of two numbers: title, axes with ticks and labels, a light grid, a legend at
/// the right. The plots (plot_roc.hpp and its neighbours) draw into it.
///
/// The text it makes is SVG 1.1, self-contained (no script, no outside reference), with a <title>
/// for screen readers, and the same bytes for the same input.
class PlotFrame {
public:
    /// Throws ArgumentError for an axis that is not an interval of finite numbers.
    PlotFrame(std::string title, PlotAxis x, PlotAxis y, std::vector<PlotKey> legend = {});

    /// Where a point of the data lies on the paper.
    Point at(double x, double y) const;
    /// "12.5,40"
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
    double left_ = 0;  ///< of the square that the data are drawn in
};

/// A class's name as it stands in a legend: long ones are shortened.
std::string class_label(const std::string& name);

/// The text itself when it is not wider than that, else its beginning with an ellipsis.
std::string text_within(const std::string& text, double font_size, double width);

/// Pieces that all plots are made of.
std::string plot_text(Point at, const std::string& text, double font_size,
                      const char* anchor = "middle", const std::string& attributes = {});
std::string plot_document(Point size, const std::string& title, const std::string& content);

}  // namespace pgm::io::detail
