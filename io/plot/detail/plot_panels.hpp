#pragma once

#include <io/plot/detail/plot_frame.hpp>

#include <functional>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// Plots over the same two axes in one picture, such as one per class: curves of many classes in
/// one frame could not be told apart.
struct PlotPanels {
    std::string title;
    PlotAxis x;
    PlotAxis y;
    std::vector<PlotKey> legend;
    std::vector<std::string> labels;  ///< one per panel
};

/// Draws the content of one panel into its frame.
using PanelContent = std::function<std::vector<Mark>(const PlotFrame& frame, std::size_t panel)>;

/// The picture: one panel fills it under the title; several are small, each under its label, the
/// smaller the more there are. Labels and titles are shortened to the room they have.
Scene panels_scene(const PlotPanels& panels, const PanelContent& draw);

/// The diagonal of the unit square, with which curves are compared.
Mark reference_line(const PlotFrame& frame);

}  // namespace pgm::io::detail
