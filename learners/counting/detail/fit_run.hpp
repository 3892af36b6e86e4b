#pragma once

#include <learners/choose/detail/features.hpp>
#include <learners/estimate/detail/remarks.hpp>
#include <learners/judge/detail/leave_one_out.hpp>
#include <learners/plan/detail/counting_run.hpp>
#include <learners/plan/detail/fit_plan.hpp>
#include <learners/plan/detail/sufficient_statistics.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/distinct_rows.hpp>
#include <pgm/data/rows.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::learners::detail {

/// The decisions that the sums over the rows allow before anything is estimated.
struct FitDecisions {
    Chosen chosen;  ///< over the columns that have values
    /// Families to be counted before estimation; only ever of structures that choose larger
    /// families.
    std::vector<Family> missing;
    Remarks remarks;
};

/// Throws ArgumentError where there is no row to learn from, TooLargeError for tables past the
/// limits.
FitDecisions decide(const FitPlan& plan, const FamilySums& sums);

/// Selects among the features of what was decided, where the plan does, and says again what
/// estimation wants to be counted besides. `rows` are those to be left out.
void select_features(const FitPlan& plan, const FamilySums& sums,
                     std::span<const DistinctRows::WeightedRow> rows, FitDecisions& decided);

struct FitResult {
    Classifier classifier;
    OutOfFold predictions;  ///< Tuning::predictions
};

/// The classifier of what was decided. Moves the statistics out of `collected` if the classifier is
/// to keep them. `rows` are those to be left out.
FitResult estimate(const FitPlan& plan, SufficientStatistics& collected, FitDecisions decided,
                   std::span<const DistinctRows::WeightedRow> rows);

/// The classifier of sums that were kept, of which nothing more can be asked. Throws ArgumentError
/// where the structure, which is decided again, wants a family that is not among them: "with
/// `these_rows` tan wants another family, `not_kept`".
Classifier estimate_from_kept(const FitPlan& plan, SufficientStatistics& collected,
                              const std::string& these_rows, const std::string& not_kept);

/// One classifier per plan, all from the same passes over the rows: the plans have the same columns
/// and cuts, and ask the same token. `left_out` are the rows to be left out where the plans are of
/// a stack. Each is added to `results` as soon as it is there: those that are done stay when the
/// token makes it throw Stopped.
void fit_plans(std::span<const FitPlan> plans, const Rows& rows,
               std::span<const DistinctRows::WeightedRow> left_out,
               std::vector<FitResult>& results);

/// The one classifier of a plan.
FitResult fit_plan(const FitPlan& plan, const Rows& rows);

}  // namespace pgm::learners::detail
