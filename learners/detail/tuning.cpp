#include <learners/detail/tuning.hpp>

#include <learners/estimate/detail/back_off_tuning.hpp>

#include <utility>
#include <vector>

namespace pgm::learners::detail {

Tuning tuned(const FitPlan& plan, const Columns& columns, const FamilySums& sums,
             std::span<const ModelStructure> structures, std::span<const DistinctRows::Row> rows) {
    Tuning tuning{.smoothing = plan.options.smoothing};
    if (!plan.leaves_out_rows()) return tuning;
    const std::size_t threads = plan.options.threads;
    const LeaveOneOutSource source{
        columns, sums, structures, plan.options.class_prior, rows, plan.options.smoothing};
    if (std::holds_alternative<TunedBackOff>(tuning.smoothing))
        tuning.smoothing = BackOff{tune_strengths(LeaveOneOut(source), threads)};
    if (plan.options.calibration == Calibration::none && !plan.stacked) return tuning;
    const BackOff* const rule = std::get_if<BackOff>(&tuning.smoothing);
    LeftOutPredictions predictions =
        LeaveOneOut(source, LeaveOneOut::Rows::many)
            .predict(rule ? rule->strengths : std::vector<double>(), threads);
    if (plan.options.calibration == Calibration::temperature)
        tuning.temperature = tune_temperature(predictions);
    tuning.predictions = with_temperature(std::move(predictions), tuning.temperature);
    return tuning;
}

}  // namespace pgm::learners::detail
