#include <learners/fit_options.hpp>

namespace pgm::learners {

FitWords format(const FitOptions& options) {
    return {.structure = format(options.structure),
            .smoothing = format(options.smoothing),
            .continuous = format(options.continuous),
            .class_prior = format(options.class_prior),
            .empty_rows = format(options.empty_rows),
            .calibration = format(options.calibration)};
}

FitOptions parse_fit_options(const FitWords& words) {
    return {.structure = words.structure,
            .smoothing = parse_smoothing(words.smoothing),
            .continuous = parse_continuous(words.continuous),
            .class_prior = parse_class_prior(words.class_prior),
            .empty_rows = parse_empty_row(words.empty_rows),
            .calibration = parse_calibration(words.calibration)};
}

}  // namespace pgm::learners
