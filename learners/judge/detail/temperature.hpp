#pragma once

#include <learners/judge/detail/leave_one_out.hpp>
#include <pgm/classify/classifier.hpp>

namespace pgm::learners::detail {

/// The temperature of these predictions (Calibration::temperature), by golden-section search over
/// the logarithm of 1/T, as far as that came when it was stopped.
Temperature tune_temperature(const OutOfFold& rows, const StopToken& stop = {});

/// The predictions at this temperature. Rows in which every class is impossible stay so.
OutOfFold with_temperature(OutOfFold rows, const Temperature& temperature);

}  // namespace pgm::learners::detail
