#include <learners/detail/tuning.hpp>

#include <learners/estimate/detail/back_off_tuning.hpp>

namespace pgm::learners::detail {

Tuning tuned(const FitPlan& plan, const Columns& columns, const FamilySums& sums,
             std::span<const ModelStructure> structures, const SufficientStatistics& collected) {
    Tuning tuning{.smoothing = plan.options.smoothing};
    if (!plan.leaves_out_rows()) return tuning;
    const std::size_t threads = plan.options.threads;
    const LeaveOneOut rows({columns, sums, structures, plan.options.class_prior, *collected.rows});
    if (std::holds_alternative<TunedBackOff>(tuning.smoothing))
        tuning.smoothing = BackOff{tune_strengths(rows, threads)};
    if (plan.options.calibration == Calibration::temperature) {
        const std::vector<double>& strengths = std::get<BackOff>(tuning.smoothing).strengths;
        tuning.temperature = tune_temperature(rows.predict(strengths, threads));
    }
    return tuning;
}

}  // namespace pgm::learners::detail
