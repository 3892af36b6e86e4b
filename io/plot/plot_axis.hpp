#pragma once

#include <string>

namespace pgm::io {

/// One axis of a plot: what it measures and the interval that is shown, low < high, both finite.
struct PlotAxis {
    std::string label;
    double low = 0;
    double high = 1;
};

}  // namespace pgm::io
