#include <learners/counting/fit_options.hpp>

#include <pgm/core/overloaded.hpp>

namespace pgm::learners {
namespace {

constexpr std::uint32_t pseudo_counts_version = 2;

}  // namespace

bool needs_densities(const Structure& structure) {
    return std::holds_alternative<Discriminant>(structure) ||
           std::holds_alternative<Parzen>(structure);
}

ContinuousModel default_continuous_model(const Structure& structure, MissingCells missing_cells) {
    if (needs_densities(structure) || missing_cells == MissingCells::em) return {};
    return {.discretisation = {.given = {}, .rule = Mdlp{}}, .density = {}};
}

ContinuousModel continuous_model_of(const Fit& options) {
    if (options.continuous) return *options.continuous;
    if (options.continuous_parents) return {};
    return default_continuous_model(options.structure, options.missing_cells);
}

FitWords format(const Fit& options) {
    return {.structure = format(options.structure),
            .smoothing = format(options.smoothing),
            .continuous = format(continuous_model_of(options)),
            .class_prior = format(options.class_prior),
            .empty_rows = format(options.empty_rows),
            .calibration = format(options.calibration),
            .missing_cells = format(options.missing_cells)};
}

Fit parse_fit_options(const Provenance& provenance) {
    const FitWords& words = provenance.choices;
    Fit options{.structure = words.structure,
                .smoothing = parse_smoothing(words.smoothing),
                .continuous = parse_continuous(words.continuous),
                .class_prior = parse_class_prior(words.class_prior),
                .empty_rows = parse_empty_row(words.empty_rows),
                .calibration = parse_calibration(words.calibration),
                .missing_cells = parse_missing_cells(words.missing_cells)};
    if (provenance.version < pseudo_counts_version) {
        std::visit(Overloaded{[](VarianceRule& rule) { rule.pseudo_counts = 0; },
                              [](KernelRule& rule) { rule.variance.pseudo_counts = 0; },
                              [](const MixtureRule&) {}},  // there were none
                   options.continuous->density);
    }
    return options;
}

}  // namespace pgm::learners
