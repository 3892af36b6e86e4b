#include <learners/counting/detail/tuning.hpp>

#include <learners/judge/detail/concentrations.hpp>
#include <learners/judge/detail/temperature.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// `rows` are those of the source, where they have been made already.
std::optional<std::vector<double>> chosen_concentrations(const FitPlan& plan,
                                                         const LeaveOneOutSource& source,
                                                         const std::optional<LeaveOneOut>& rows) {
    if (const auto* const given = std::get_if<BackOff>(&plan.options.smoothing))
        return given->concentrations;
    if (!std::holds_alternative<TunedBackOff>(plan.options.smoothing)) return std::nullopt;
    return rows ? tune_concentrations(*rows, plan.options.threads)
                : tune_concentrations(source, plan.options.threads);
}

}  // namespace

Tuning tuned(const FitPlan& plan, const Columns& columns, const FamilySums& sums,
             std::span<const ModelStructure> structures,
             std::span<const DistinctRows::WeightedRow> rows) {
    const LeaveOneOutSource source{columns,
                                   sums,
                                   structures,
                                   plan.options.class_prior,
                                   rows,
                                   plan.options.smoothing,
                                   plan.options.stop,
                                   plan.options.threads};
    const bool predicts = plan.options.calibration != Calibration::none || plan.stacked;
    std::optional<LeaveOneOut> shared;
    if (predicts && tunes_by_all(source)) shared.emplace(source);
    Tuning tuning{.concentrations = chosen_concentrations(plan, source, shared)};
    if (!predicts) return tuning;
    if (!shared) shared.emplace(source, LeaveOneOut::LeftOutRows::many);
    OutOfFold predictions = shared->predict(tuning.concentrations.value_or(std::vector<double>()),
                                            plan.options.threads);
    shared.reset();
    if (plan.options.calibration == Calibration::temperature)
        tuning.temperature = tune_temperature(predictions, plan.options.stop);
    plan.options.stop.check();
    tuning.predictions = with_temperature(std::move(predictions), tuning.temperature);
    return tuning;
}

}  // namespace pgm::learners::detail
