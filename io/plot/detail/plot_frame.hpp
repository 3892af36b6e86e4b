#pragma once

#include <io/plot/plot.hpp>

#include <string>
#include <vector>

namespace pgm::io::detail {

/// One line of the legend beside the plot.
struct PlotKey {
    enum class Mark { line, box };

    std::string label;
    std::string color;
    Dashes dashes = {};
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
class PlotFrame {
public:
    /// Throws ArgumentError for an axis that is not an interval of finite numbers.
    PlotFrame(std::string title, PlotAxis x, PlotAxis y, const FrameSize& size = {});

    /// The position of a point of the data in the picture.
    Point at(double x, double y) const;

    /// The size of the frame with its title and the labels at its axes.
    Point extent() const;
    /// The frame with `content` clipped to it; `clip` is an id that no other group of the picture
    /// has.
    std::vector<Mark> marks(std::vector<Mark> content, const std::string& clip) const;
    /// A whole picture of the frame with a legend at its right.
    Scene scene(std::vector<Mark> content, const std::vector<PlotKey>& legend = {}) const;

private:
    void add_x_axis(std::vector<Mark>& marks) const;
    void add_y_axis(std::vector<Mark>& marks) const;

    std::string title_;
    PlotAxis x_;
    PlotAxis y_;
    FrameSize size_;
    double left_ = 0;  ///< the left edge of the square for the data
};

/// Adds the label of an axis, shortened to `room`, unless it is "".
void add_axis_label(std::vector<Mark>& marks, Point middle, const std::string& label, double room,
                    bool upwards = false);

/// Adds a legend, its upper left corner at `corner`; the size that it adds to a picture.
void add_legend(std::vector<Mark>& marks, const std::vector<PlotKey>& legend, Point corner);
Point legend_extent(const std::vector<PlotKey>& legend);

/// The name of a class for a legend. Long names lose their middle.
std::string class_label(const std::string& name);

/// The text itself if it is at most `width` wide, otherwise its beginning, an ellipsis and its end.
std::string text_within(const std::string& text, double font_size, double width,
                        FontWeight weight = FontWeight::normal);

/// Adds the heading of a plot, shortened to `room`.
void add_heading(std::vector<Mark>& marks, Point middle, const std::string& title, double font_size,
                 double room);

/// A plot in the ink of plots.
Scene plot_scene(Point size, const std::string& title, std::vector<Mark> marks);

}  // namespace pgm::io::detail
