#include <learners/fit_options.hpp>

namespace pgm::learners {

FitWords to_words(const FitOptions& options) {
    return {.structure = to_words(options.structure),
            .smoothing = to_words(options.smoothing),
            .continuous = to_words(options.continuous),
            .class_prior = to_words(options.class_prior),
            .empty_rows = to_words(options.empty_rows)};
}

FitOptions parse_fit_options(const FitWords& words) {
    return {.structure = words.structure,
            .smoothing = parse_smoothing(words.smoothing),
            .continuous = parse_continuous(words.continuous),
            .class_prior = parse_class_prior(words.class_prior),
            .empty_rows = parse_empty_row(words.empty_rows)};
}

}  // namespace pgm::learners
