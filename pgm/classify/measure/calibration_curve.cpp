#include <pgm/classify/measure/calibration_curve.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

namespace {

/// The bins of the classes [first, first + classes), one class after the other. One pass over the
/// rows fills all of them.
std::vector<CalibrationBin> bins_of(const ScoredPredictions& scored, std::size_t first,
                                    std::size_t classes, std::size_t bins) {
    if (bins == 0) throw ArgumentError("a calibration curve needs at least one bin");
    const auto count = static_cast<double>(bins);
    std::vector<CalibrationBin> all(classes * bins);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].low = static_cast<double>(i % bins) / count;
        all[i].high = static_cast<double>(i % bins + 1) / count;
    }
    for (std::size_t row = 0; row < scored.rows(); ++row) {
        if (scored.predicted[row] == ScoredPredictions::undecided) continue;
        const double weight = scored.weight(row);
        const std::span<const double> posterior = scored.probability(row);
        for (std::size_t k = 0; k < classes; ++k) {
            const double p = std::clamp(posterior[first + k], 0.0, 1.0);
            // The bounds decide, because p * count may be rounded up to the next bin.
            const CalibrationBin* const curve = all.data() + k * bins;
            auto i = std::min(bins - 1, static_cast<std::size_t>(p * count));
            while (i > 0 && p < curve[i].low) --i;
            while (i + 1 < bins && p >= curve[i + 1].low) ++i;
            CalibrationBin& bin = all[k * bins + i];
            bin.weight += weight;
            bin.predicted += weight * p;
            bin.observed += scored.truth[row] == first + k ? weight : 0.0;
        }
    }
    for (CalibrationBin& bin : all) {
        if (!(bin.weight > 0)) continue;
        bin.predicted /= bin.weight;
        bin.observed /= bin.weight;
    }
    return all;
}

/// The union of two bins.
CalibrationBin joined(const CalibrationBin& a, const CalibrationBin& b) {
    const double weight = a.weight + b.weight;
    return {.low = a.low,
            .high = b.high,
            .weight = weight,
            .predicted = (a.weight * a.predicted + b.weight * b.predicted) / weight,
            .observed = (a.weight * a.observed + b.weight * b.observed) / weight};
}

}  // namespace

std::vector<CalibrationBin> calibration_curve(const ScoredPredictions& scored,
                                              std::size_t class_index, std::size_t bins) {
    return bins_of(scored, class_index, 1, bins);
}

std::vector<CalibrationBin> joined_bins(std::vector<CalibrationBin> bins, double least_weight) {
    std::erase_if(bins, [](const CalibrationBin& bin) { return !(bin.weight > 0); });
    double total = 0;
    for (const CalibrationBin& bin : bins) total += bin.weight;
    while (bins.size() > 1) {
        const auto lightest = std::ranges::min_element(bins, {}, &CalibrationBin::weight);
        if (lightest->weight >= least_weight || lightest->weight > total / 4) break;
        const bool is_first = lightest == bins.begin(), is_last = lightest + 1 == bins.end();
        const bool with_previous =
            !is_first && (is_last || (lightest - 1)->weight <= (lightest + 1)->weight);
        const auto left = with_previous ? lightest - 1 : lightest;
        *left = joined(*left, *(left + 1));
        bins.erase(left + 1);
    }
    return bins;
}

ShareInterval wilson_interval(double share, double weight) {
    constexpr double z = 1.959963984540054;  // the normal quantile of 97.5 %
    if (!(weight > 0)) return {};
    const double shrinkage = 1 / (1 + z * z / weight),
                 centre = shrinkage * (share + z * z / (2 * weight)),
                 half = shrinkage * z *
                        std::sqrt(share * (1 - share) / weight + z * z / (4 * weight * weight));
    return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

double calibration_error(const ScoredPredictions& scored, std::size_t bins) {
    double error = 0, weight = 0;
    for (const CalibrationBin& bin : bins_of(scored, 0, scored.classes.size(), bins)) {
        error += bin.weight * std::abs(bin.predicted - bin.observed);
        weight += bin.weight;
    }
    return weight > 0 ? error / weight : 0.0;
}

}  // namespace pgm
