#pragma once

#include <learners/estimate/bandwidth.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace pgm::learners::detail {

/// The width of the interval around point i whose numbers were rounded to it: the distance of the
/// nearest other point. 0 where a weight of 1 or less says that no two rows have the value.
///
/// Equal values say how finely a column was measured, not that its density has a peak there. Hence
/// they count as spread over their interval, as by adding noise to them, but without chance.
/// `points` ascend and are different.
inline double tie_width(std::span<const WeightedPoint> points, std::size_t i) {
    if (points.size() < 2 || !(points[i].weight.value() > 1)) return 0;
    double width = std::numeric_limits<double>::max();
    if (i > 0) width = points[i].value - points[i - 1].value;
    if (i + 1 < points.size()) width = std::min(width, points[i + 1].value - points[i].value);
    return width;
}

}  // namespace pgm::learners::detail
