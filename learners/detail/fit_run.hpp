#pragma once

#include <learners/detail/feature_selection.hpp>
#include <learners/detail/fit_plan.hpp>
#include <learners/detail/sufficient_statistics.hpp>
#include <learners/estimate/detail/leave_one_out.hpp>
#include <learners/estimate/detail/remarks.hpp>
#include <learners/fit.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// What the sums over the rows decide before anything is estimated.
struct Decided {
    Chosen chosen;  ///< over the columns that have values
    /// What estimation wants to be counted besides; only ever of structures that choose larger
    /// families.
    std::vector<Family> missing;
    Remarks remarks;
};

/// Throws ArgumentError where there is no row to learn from, TooLargeError for tables past the
/// limits.
Decided decide(const FitPlan& plan, const Statistics& statistics);

struct FitResult {
    Classifier classifier;
    LeftOutPredictions predictions;  ///< Tuning::predictions
};

/// The classifier of what was decided. Moves the statistics out of `collected` if the classifier is
/// to keep them. `rows` are those to be left out.
FitResult estimate(const FitPlan& plan, SufficientStatistics& collected, Decided decided,
                   std::span<const DistinctRows::Row> rows);

/// One classifier per plan, all from the same one or two passes over the rows: the plans have the
/// same columns and cuts. `rows` are those to be left out where the plans are of a stack.
std::vector<FitResult> fit_plans(std::span<const FitPlan> plans, const ChunkSource& source,
                                 std::span<const DistinctRows::Row> rows = {});

}  // namespace pgm::learners::detail
