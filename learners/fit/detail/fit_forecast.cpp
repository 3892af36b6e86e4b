#include <learners/fit/detail/fit_forecast.hpp>

#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners::detail {
namespace {

/// The parts of a kind of structure, in numbers that depend on the size of the task.
struct StructureCost {
    double tables = 0;  ///< of all networks
    double levels = 0;  ///< of a table, from no parent on
    double cells = 0;   ///< of all tables
    /// The part of the tables by which concentrations are chosen.
    double tuned_part = 1;
};

StructureCost cost_of(const Structure& structure, const FitSize& size) {
    constexpr double networks_to_tune_by = 8;
    const double features = size.features, classes = size.classes;
    const auto of_pairs = [&] { return StructureCost{features, 3, classes * size.squares}; };
    return std::visit(
        Overloaded{
            [&](const NaiveBayes&) {
                return StructureCost{features, 2, classes * size.states};
            },
            [&](const Tan&) { return of_pairs(); }, [&](const Fan&) { return of_pairs(); },
            [&](const ChowLiu&) { return of_pairs(); },
            [&](const UserDefined&) { return of_pairs(); },
            [&](const KDependence& kdb) {
                const double parents = std::min(static_cast<double>(kdb.k), features);
                return StructureCost{features, 2 + parents,
                                     classes * (parents > 1 ? size.cubes : size.squares)};
            },
            [&](const A2de&) {
                return StructureCost{features * features * features / 2, 4,
                                     classes * size.states * size.states * size.states / 6,
                                     networks_to_tune_by / std::max(features * features / 2, 8.0)};
            },
            // One table in each of as many networks as there are features, a complete graph, or
            // covariances.
            [&](const auto&) {
                return StructureCost{features * features, 3,
                                     classes * (size.states * size.states + features * features),
                                     networks_to_tune_by / std::max(features, 8.0)};
            }},
        static_cast<const AnyStructure&>(structure));
}

double states_of_number(const ContinuousModel& model, double rows) {
    constexpr double of_mdlp = 4;
    const auto& rule = model.discretisation.rule;
    if (!rule) return 0;
    return std::visit(
        Overloaded{[](const Mdlp&) { return of_mdlp; },
                   [&](const Proportional& one) { return std::pow(rows, one.exponent); },
                   [](const auto& one) { return static_cast<double>(one.intervals); }},
        *rule);
}

/// Terms of the rows that are left out of the counts, again for every set of concentrations that is
/// tried. Rows in the same cell of a table share its estimates.
void add_choice(FitTerms& terms, const Fit& options, const FitSize& size,
                const StructureCost& cost) {
    constexpr double most_of_few = 1 << 22, most_of_many = 1 << 27;
    const bool is_tuned = std::holds_alternative<TunedBackOff>(options.smoothing),
               selects = options.structure.selects_features();
    if (!is_tuned && !selects && options.calibration == Calibration::none) return;
    const double products = size.rows * cost.tables * size.classes,
                 estimates =
                     std::min(size.rows * cost.tables, cost.cells) * cost.levels * size.classes;
    const auto part_of = [&](double most, double part) {
        return std::min(1.0, most / std::max(products * cost.levels * part, 1.0));
    };
    // Two rounds of eight candidates per level but the first, less those that are known.
    const double sets = is_tuned ? 14 * (cost.levels - 1) : 1, times = selects ? 2 : 1,
                 few = part_of(most_of_few, cost.tuned_part), many = part_of(most_of_many, 1);
    terms.estimates += times * sets * cost.tuned_part * few * estimates;
    terms.products += times * sets * cost.tuned_part * few * products;
    terms.left_out += (times * cost.tuned_part * few + many) * products * cost.levels;
    if (selects) terms.logarithms += (cost.levels - 1) * part_of(most_of_few, 1) * products;
}

/// Terms of one fit from the sums over the rows.
void add_fit(FitTerms& terms, const Fit& options, const FitSize& size, const StructureCost& cost,
             double fits) {
    const double pairs = size.features * size.features / 2;
    const double counted = is_data_driven(options.structure) ? pairs : size.features;
    const double regressed = needs_densities(options.structure) ? size.numbers : 0;
    terms.counted += size.rows * counted;
    terms.tables += counted;
    terms.cells += cost.cells;
    terms.moments += size.rows * regressed * regressed / 2;
    terms.eliminations += fits * size.classes * regressed * regressed * regressed / 3;
}

}  // namespace

FitSize size_of(std::span<const Variable> schema, std::size_t rows, const ContinuousModel& model) {
    FitSize size{.rows = static_cast<double>(rows),
                 .features = static_cast<double>(schema.size() - 1),
                 .classes = static_cast<double>(schema.front().cardinality())};
    for (const Variable& feature : schema.subspan(1)) {
        // No arc joins what identifies rows to other features.
        if (feature.is_discrete() && identifies_rows(feature.cardinality(), rows)) continue;
        const double states = feature.is_discrete() ? static_cast<double>(feature.cardinality())
                                                    : states_of_number(model, size.rows);
        if (states == 0) ++size.numbers;
        size.states += states;
        size.squares += states * states;
        size.cubes += states * states * states;
    }
    return size;
}

FitTerms fit_terms(const Fit& options, const FitSize& size, double fits) {
    const StructureCost cost = cost_of(options.structure, size);
    FitTerms terms;
    if (size.numbers == 0) add_choice(terms, options, size, cost);
    add_fit(terms, options, size, cost, fits);
    return terms;
}

/// Found by least squares of the logarithm of predicted to measured user seconds, over fits of
/// `stack`, `stack:nb,tan,skdb:2,lda,qda` and `kdb:2` to 24 data sets of 57 to 2310 rows that took
/// 0.04 s to 3 s on an AMD EPYC with one thread: 40 of these 43 are within a factor of 2.
double predicted_seconds(const FitTerms& terms) {
    return 2.5e-5 * terms.tables + 3e-10 * terms.counted + 1.3e-9 * terms.cells +
           5e-10 * terms.estimates + 2.5e-9 * terms.products + 3.3e-9 * terms.left_out +
           3.3e-8 * terms.logarithms + 2e-7 * terms.moments + 1e-7 * terms.eliminations;
}

void FitForecast::add(double work, double seconds) {
    work_ += work;
    seconds_ += seconds;
}

std::optional<double> FitForecast::seconds(double work) const {
    return work_ > 0 ? std::optional(work * seconds_ / work_) : std::nullopt;
}

bool FitForecast::fits(double work, const StopToken& stop) const {
    const std::optional<std::chrono::duration<double>> left = stop.time_left();
    const std::optional<double> wanted = seconds(work);
    return !left || !wanted || *wanted <= left->count();
}

}  // namespace pgm::learners::detail
