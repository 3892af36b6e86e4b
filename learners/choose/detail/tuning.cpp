#include <learners/choose/detail/tuning.hpp>

#include <learners/choose/detail/concentrations.hpp>
#include <learners/choose/detail/temperature.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// Every so many-th network of an average of very many, so that there is time for rows enough to
/// choose by: the concentrations are the same for all of them.
std::vector<ModelStructure> networks_to_tune_by(LeaveOneOutSource source) {
    constexpr std::size_t enough_rows = 128;
    const std::span<const ModelStructure> all = source.structures;
    std::vector<ModelStructure> some(all.begin(), all.end());
    for (std::size_t step = 2; some.size() > 1; ++step) {
        source.structures = some;
        if (rows_that_few_are(source) >= std::min(enough_rows, source.rows.size())) break;
        some.clear();
        for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
    }
    return some;
}

std::optional<std::vector<double>> chosen_concentrations(const FitPlan& plan,
                                                         LeaveOneOutSource source) {
    if (const auto* const given = std::get_if<BackOff>(&plan.options.smoothing))
        return given->concentrations;
    if (!std::holds_alternative<TunedBackOff>(plan.options.smoothing)) return std::nullopt;
    const std::vector<ModelStructure> some = networks_to_tune_by(source);
    source.structures = some;
    return tune_concentrations(LeaveOneOut(source), plan.options.threads);
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
