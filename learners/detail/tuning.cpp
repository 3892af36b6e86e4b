#include <learners/detail/tuning.hpp>

#include <learners/estimate/detail/back_off_tuning.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// Every so many-th network of an average of very many, so that there is time for rows enough to
/// choose by: the strengths are the same for all of them.
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

std::vector<double> strengths_for(LeaveOneOutSource source, std::size_t threads) {
    const std::vector<ModelStructure> some = networks_to_tune_by(source);
    source.structures = some;
    return tune_strengths(LeaveOneOut(source), threads);
}

}  // namespace

Tuning tuned(const FitPlan& plan, const Columns& columns, const FamilySums& sums,
             std::span<const ModelStructure> structures, std::span<const DistinctRows::Row> rows) {
    Tuning tuning{.smoothing = plan.options.smoothing};
    if (!plan.leaves_out_rows()) return tuning;
    const std::size_t threads = plan.options.threads;
    const LeaveOneOutSource source{
        columns, sums, structures, plan.options.class_prior, rows, plan.options.smoothing};
    if (std::holds_alternative<TunedBackOff>(tuning.smoothing))
        tuning.smoothing = BackOff{strengths_for(source, threads)};
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
