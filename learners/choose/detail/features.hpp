#pragma once

#include <learners/estimate/detail/remarks.hpp>
#include <learners/families/family_sums.hpp>
#include <learners/plan/detail/fit_plan.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The structures of a fit and the columns that take part in them.
struct Chosen {
    Columns columns;
    std::vector<ModelStructure> structures;
};

/// Limits the parents in the structures that selection starts from, so that tables stay within the
/// limits on memory, and says so in `remarks`. `kept` are the bytes of the sums.
void limit_parents_by_memory(const FitPlan& plan, double kept, Chosen& from, Remarks& remarks);

/// The structures restricted to selected features (families/selection.hpp); all of them where the
/// plan selects nothing. `rows` are those to be left out. Concentrations of back-off that are to be
/// chosen are chosen before for the structures of all features. Says in `remarks` what was kept.
Chosen selected(const FitPlan& plan, Chosen from, const FamilySums& sums,
                std::span<const DistinctRows::WeightedRow> rows, Remarks& remarks);

}  // namespace pgm::learners::detail
