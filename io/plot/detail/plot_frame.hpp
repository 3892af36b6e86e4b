#pragma once

#include <io/picture/detail/graph_layout.hpp>
#include <io/picture/detail/svg_elements.hpp>
#include <io/plot/plot.hpp>

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

/// The measures of a frame in points.
struct FrameSize {
    double side = 440;  ///< of the square for the data
    double least_left = 62;
    double top = 48;
    double bottom = 62;
    double right = 24;
    double tick_font = 12;
    double title_font = 16;
    double title_gap = 18;  ///< from the title's baseline to the square
    std::size_t most_ticks = 8;
};

/// One of many in a picture (plot_panels.hpp).
inline constexpr FrameSize small_frame{.side = 150,
                                       .least_left = 34,
                                       .top = 26,
                                       .bottom = 26,
                                       .right = 12,
                                       .tick_font = 10,
                                       .title_font = 12,
                                       .title_gap = 8,
                                       .most_ticks = 3};

/// The frame of a plot: title, axes with ticks and labels, and a grid. The plots (plot_roc.cpp and
/// others) draw into it.
///
/// The result is SVG 1.1 without scripts or external references, with a <title> for screen readers.
/// The same input gives the same bytes.
class PlotFrame {
public:
    /// Throws ArgumentError for an axis that is not an interval of finite numbers.
    PlotFrame(std::string title, PlotAxis x, PlotAxis y, const FrameSize& size = {});

    /// The position of a point of the data in the picture.
    Point at(double x, double y) const;
    /// The same as text: "12.5,40".
    std::string coordinates(double x, double y) const;

    /// The size of the frame with its title and the labels at its axes.
    Point extent() const;
    /// The frame with `content` (SVG elements) clipped to it; `clip` is an id that no other element
    /// of the picture has.
    std::string elements(const std::string& content, const std::string& clip) const;
    /// A whole picture of the frame with a legend at its right.
    std::string svg(const std::string& content, const std::vector<PlotKey>& legend = {}) const;

private:
    std::string x_axis_svg() const;
    std::string y_axis_svg() const;

    std::string title_;
    PlotAxis x_;
    PlotAxis y_;
    FrameSize size_;
    double left_ = 0;  ///< the left edge of the square for the data
};

/// The label of an axis, shortened to `room`; "" for none.
std::string axis_label_svg(Point middle, const std::string& label, double room,
                           bool upwards = false);

/// A legend, its upper left corner at `corner`, and the size that it adds to a picture.
std::string legend_svg(const std::vector<PlotKey>& legend, Point corner);
Point legend_extent(const std::vector<PlotKey>& legend);

/// The name of a class for a legend. Long names lose their middle.
std::string class_label(const std::string& name);

/// The text itself if it is at most `width` wide, otherwise its beginning, an ellipsis and its end.
std::string text_within(const std::string& text, double font_size, double width,
                        FontWeight weight = FontWeight::normal);

/// A plot as a file.
std::string plot_document(Point size, const std::string& title, const std::string& content);

}  // namespace pgm::io::detail
