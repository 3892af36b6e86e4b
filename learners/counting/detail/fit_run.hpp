#pragma once

#include <learners/counting/detail/collect.hpp>
#include <learners/counting/detail/decide.hpp>
#include <learners/judge/detail/out_of_fold.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/rows.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace pgm::learners::detail {

/// A classifier, and what it predicts of the rows to be left out, where something is chosen by
/// these.
struct FitResult {
    Classifier classifier;
    OutOfFold predictions;  ///< Tuning::predictions
};

/// One classifier per plan, all from the same sums over the rows: the plans are those of the run.
/// `left_out` are the rows to be left out where the plans are of a pool. Each is added to `results`
/// as soon as it is there: those that are done stay when the token makes it throw Stopped.
void fit_plans(std::span<const FitPlan> plans, CountingRun& run,
               std::span<const DistinctRows::WeightedRow> left_out,
               std::vector<FitResult>& results);

/// The one classifier of a run.
Classifier fit_run(const FitPlan& plan, CountingRun& run);

/// The classifier of a plan from these rows.
Classifier fit_plan(const FitPlan& plan, const Rows& rows);

/// One classifier from sums over the rows: what fit() makes of Fit, unless missing values
/// are summed over in expectation.
Classifier fit_by_counting(const Rows& source, std::string_view class_name, const Fit& options);

/// True if fit_by_counting() needs all rows of a table of these columns at once, or is much faster
/// with them: cut points are learned, a class of numbers is made discrete, the sums of all pairs of
/// columns are counted block by block, or regressions keep the rows. Throws the errors of
/// fit_by_counting() that no row is needed for.
bool counting_needs_table(std::span<const Variable> columns, std::string_view class_name,
                          const Fit& options);

}  // namespace pgm::learners::detail
