#include <pgm/classify/calibration.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

std::vector<CalibrationBin> calibration_curve(const Outcomes& outcomes, std::size_t class_index, std::size_t bins) {
    if (bins == 0) throw ArgumentError("a calibration curve needs at least one bin");
    const auto count = static_cast<double>(bins);
    std::vector<CalibrationBin> curve(bins);
    for (std::size_t i = 0; i < bins; ++i) {
        curve[i].low = static_cast<double>(i) / count;
        curve[i].high = static_cast<double>(i + 1) / count;
    }
    for (std::size_t row = 0; row < outcomes.rows(); ++row) {
        if (outcomes.predicted[row] == Outcomes::undecided) continue;
        const double p = std::clamp(outcomes.probability(row)[class_index], 0.0, 1.0), weight = outcomes.weight(row);
        // Found by the bounds themselves: p * count may round up to the next bin.
        const auto above = std::ranges::upper_bound(curve, p, {}, &CalibrationBin::low);
        CalibrationBin& bin = *(above - 1);
        bin.weight += weight;
        bin.predicted += weight * p;
        bin.observed += outcomes.truth[row] == class_index ? weight : 0.0;
    }
    for (CalibrationBin& bin : curve) {
        if (!(bin.weight > 0)) continue;
        bin.predicted /= bin.weight;
        bin.observed /= bin.weight;
    }
    return curve;
}

double calibration_error(const Outcomes& outcomes, std::size_t bins) {
    double error = 0, weight = 0;
    for (std::size_t k = 0; k < outcomes.classes.size(); ++k) {
        for (const CalibrationBin& bin : calibration_curve(outcomes, k, bins)) {
            error += bin.weight * std::abs(bin.predicted - bin.observed);
            weight += bin.weight;
        }
    }
    return weight > 0 ? error / weight : 0.0;
}

}  // namespace pgm
