#pragma once

#include <learners/estimate/detail/density/kernel_points.hpp>
#include <learners/estimate/smoothing.hpp>
#include <pgm/model/variable.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::learners::detail {

/// The values that the density of one configuration of the discrete parents is estimated from.
struct ConfigurationPoints {
    std::vector<WeightedPoint> points;  ///< at least one, ascending and different
    std::string description;            ///< "'height' with play=yes", for messages
};

/// The points of every configuration, in order. A configuration without rows gets the points of the
/// class or of all configurations, as EmptyRow says, and where the column has values, but none
/// beside those of the parents, one point at its mean. Throws ArgumentError for such a
/// configuration under EmptyRow::error. `schema` names the columns in messages.
std::vector<ConfigurationPoints> points_by_configuration(const KernelPoints& points,
                                                         double column_mean, EmptyRow empty_rows,
                                                         std::span<const Variable> schema);

}  // namespace pgm::learners::detail
