#pragma once

#include <learners/counting/detail/plan.hpp>
#include <learners/estimate/detail/remarks.hpp>
#include <learners/families/family_sums.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The decisions that the sums over the rows allow before anything is estimated.
struct FitDecisions {
    Columns columns;  ///< those that have values and take part in the structures
    std::vector<ModelStructure> structures;
    /// Families to be counted before estimation; only ever of structures that choose larger
    /// families.
    std::vector<Family> missing;
    Remarks remarks;
};

/// The structures of a plan; where features are to be selected, those that selection starts from,
/// with so few parents that tables stay within the limits on memory. Throws ArgumentError where
/// there is no row to learn from, TooLargeError for tables past the limits.
FitDecisions decide(const FitPlan& plan, const FamilySums& sums);

/// Restricts what was decided to selected features (families/detail/selection.hpp) where the plan
/// selects some, and says again what estimation wants to be counted besides. `rows` are those to be
/// left out. Concentrations of back-off that are to be chosen are chosen before for the structures
/// of all features.
void select_features(const FitPlan& plan, const FamilySums& sums,
                     std::span<const DistinctRows::WeightedRow> rows, FitDecisions& decided);

}  // namespace pgm::learners::detail
