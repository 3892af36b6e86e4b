#include <learners/choose/detail/tuning.hpp>

#include <learners/choose/detail/concentrations.hpp>
#include <learners/choose/detail/temperature.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

std::optional<std::vector<double>> chosen_concentrations(const FitPlan& plan,
                                                         const LeaveOneOutSource& source) {
    if (const auto* const given = std::get_if<BackOff>(&plan.options.smoothing))
        return given->concentrations;
    if (!std::holds_alternative<TunedBackOff>(plan.options.smoothing)) return std::nullopt;
    return tune_concentrations(source, plan.options.threads);
}

}  // namespace

Tuning tuned(const FitPlan& plan, const Columns& columns, const FamilySums& sums,
             std::span<const ModelStructure> structures,
             std::span<const DistinctRows::WeightedRow> rows) {
    const LeaveOneOutSource source{
        columns,          sums, structures, plan.options.class_prior, rows, plan.options.smoothing,
        plan.options.stop};
    Tuning tuning{.concentrations = chosen_concentrations(plan, source)};
    if (plan.options.calibration == Calibration::none && !plan.stacked) return tuning;
    OutOfFold predictions =
        LeaveOneOut(source, LeaveOneOut::Rows::many)
            .predict(tuning.concentrations.value_or(std::vector<double>()), plan.options.threads);
    if (plan.options.calibration == Calibration::temperature)
        tuning.temperature = tune_temperature(predictions, plan.options.stop);
    plan.options.stop.check();
    tuning.predictions = with_temperature(std::move(predictions), tuning.temperature);
    return tuning;
}

}  // namespace pgm::learners::detail
