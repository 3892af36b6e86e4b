#pragma once

#include <learners/detail/fit_plan.hpp>
#include <learners/estimate/detail/leave_one_out.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>

namespace pgm::learners::detail {

/// So many, unless there are fewer rows.
inline constexpr std::size_t most_folds = 10;

/// P(class | row) of every row of a table by classifiers that were fitted without it, a tenth of
/// the rows left out at a time: for densities and whatever else rows cannot be taken out of. Cut
/// points that the plan learns are learned from the other rows, too. LeaveOneOut does the same from
/// the counts alone, with the cut points of all rows. Rows are dealt to the ten folds in turn.
/// Throws what fitting throws.
LeftOutPredictions predict_by_folds(const FitPlan& plan, const Dataset& rows);

}  // namespace pgm::learners::detail
