#pragma once

#include <learners/detail/fit_plan.hpp>
#include <learners/detail/sufficient_statistics.hpp>
#include <learners/families/family_sums.hpp>

#include <span>

namespace pgm::learners::detail {

/// What is chosen by predicting rows that are left out.
struct Tuning {
    /// That of the plan; of TunedBackOff, BackOff with the strengths that were chosen.
    Smoothing smoothing;
    double temperature = 1;
};

/// `columns` are the columns that have values, `sums` those of `collected`. Strengths are chosen by
/// the discrete features alone.
Tuning tuned(const FitPlan& plan, const Columns& columns, const FamilySums& sums,
             std::span<const ModelStructure> structures, const SufficientStatistics& collected);

}  // namespace pgm::learners::detail
