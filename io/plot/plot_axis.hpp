#pragma once

#include <string>

namespace pgm::io {

/// One axis of a plot: its label and the interval that is shown, with low < high, both finite.
struct PlotAxis {
    std::string label;
    double low = 0;
    double high = 1;
};

}  // namespace pgm::io
