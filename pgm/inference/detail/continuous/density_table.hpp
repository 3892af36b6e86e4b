#pragma once

#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/detail/integration/line_quadrature.hpp>
#include <pgm/inference/detail/integration/truncated_joint_normal.hpp>

namespace pgm::detail {

// Densities without a closed form as tables. Where a density is less than e^-60 of its greatest
// value, a table of it is zero.

/// The function as a density; it must have an integral.
TabulatedDensity density_table(const PanelledFunction& function);

/// How a variable follows from another one: intercept + slope X + N(0, sd^2).
struct AffineRelation {
    double intercept = 0, slope = 1, sd = 0;
};

/// The density of a variable that follows from one with the given density: the integral over X of
///
///     p(x) N(y; intercept + slope x, sd^2),
///
/// on each panel by Gauss-Legendre rules on pieces of at most two standard deviations. The slope
/// must not be 0; a standard deviation that is rounding beside the width of what is transformed
/// is 0.
PanelledFunction transformed(const PanelledFunction& density, const AffineRelation& relation);

/// The density of the first variable of a box, which varies, given all that is known. With `mean`
/// and `sd` as they are then, roughly; 0 where that is not known. Throws TooLargeError as the
/// probability of the box does, unless the others depend on each other little once the first one is
/// known.
PanelledFunction selected_density(const TruncatedJointNormal& box, double mean, double sd);

}  // namespace pgm::detail
