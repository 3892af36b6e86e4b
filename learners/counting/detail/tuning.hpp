#pragma once

#include <learners/counting/detail/plan.hpp>
#include <learners/families/family_sums.hpp>
#include <learners/judge/detail/leave_one_out.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The choices made by predicting rows that are left out.
struct Tuning {
    /// Concentrations of back-off tables, given or chosen; none of other tables.
    std::optional<std::vector<double>> concentrations = std::nullopt;
    Temperature temperature = {};
    /// Out-of-fold predictions at these concentrations and this temperature: the first of `rows`,
    /// as many as were predicted. None where nothing was chosen.
    OutOfFold predictions = {};
};

/// `columns` are the columns that have values, `sums` their sums, `rows` those to be left out.
/// Concentrations are chosen by the discrete features alone.
Tuning tuned(const FitPlan& plan, const Columns& columns, const FamilySums& sums,
             std::span<const ModelStructure> structures,
             std::span<const DistinctRows::WeightedRow> rows);

}  // namespace pgm::learners::detail
