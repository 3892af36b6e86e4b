#include <learners/stack/detail/fold_predictions.hpp>

#include <learners/detail/fit_run.hpp>
#include <learners/detail/learning_rows.hpp>
#include <pgm/classify/predictions.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// No posteriors yet.
LeftOutPredictions nothing_of(const Dataset& rows, const Column& classes) {
    LeftOutPredictions all;
    for (std::size_t row = 0; row < rows.rows(); ++row)
        all.labels.push_back(classes.state(row)->index());
    all.weights.assign(rows.weights().begin(), rows.weights().end());
    all.weights.resize(rows.rows(), 1);
    all.log_posteriors.resize(rows.rows() * classes.variable.cardinality(),
                              -std::numeric_limits<double>::infinity());
    return all;
}

}  // namespace

LeftOutPredictions predict_by_folds(const FitPlan& plan, const Dataset& rows) {
    LeftOutPredictions all = nothing_of(rows, rows.column(plan.schema.front().name()));
    const std::size_t classes = plan.schema.front().cardinality();
    const std::size_t folds = rows.rows() < 2 ? 0 : std::min(most_folds, rows.rows());
    for (std::size_t fold = 0; fold < folds; ++fold) {
        std::vector<std::uint32_t> training, test;
        for (std::size_t row = 0; row < rows.rows(); ++row)
            (row % folds == fold ? test : training).push_back(static_cast<std::uint32_t>(row));
        const Dataset learned_from = rows.select_rows(training);
        const FitPlan fold_plan =
            plan_fit(plan.schema, plan.options,
                     cuts_for(plan.schema, plan.options.continuous.discretisation, &learned_from,
                              plan.options.threads, plan.options.stop),
                     plan.replacements);
        const FitResult fitted = fit_plan(fold_plan, rows_of(learned_from));
        const Predictions predictions =
            predict(fitted.classifier, rows.select_rows(test), {.threads = plan.options.threads});
        for (std::size_t i = 0; i < test.size(); ++i)
            std::copy_n(predictions.log_probabilities.data() + i * classes, classes,
                        all.log_posteriors.data() + test[i] * classes);
    }
    return all;
}

}  // namespace pgm::learners::detail
