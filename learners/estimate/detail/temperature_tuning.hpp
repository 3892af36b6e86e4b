#pragma once

#include <learners/estimate/calibration.hpp>
#include <learners/estimate/detail/leave_one_out.hpp>
#include <pgm/classify/temperature.hpp>

namespace pgm::learners::detail {

/// What calibration (calibration.hpp) makes of these predictions, by golden-section search over the
/// logarithm of 1/T, as far as that came when it was stopped.
Temperature tune_temperature(Calibration calibration, const LeftOutPredictions& rows,
                             const StopToken& stop = {});

/// The same predictions at this temperature. Rows in which every class is impossible stay so.
LeftOutPredictions with_temperature(LeftOutPredictions rows, const Temperature& temperature);

}  // namespace pgm::learners::detail
