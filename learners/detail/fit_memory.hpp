#pragma once

#include <learners/detail/fit_plan.hpp>
#include <learners/families/model_structure.hpp>

#include <span>

namespace pgm::learners::detail {

/// The memory of a fit, known from the cardinalities alone, before anything is allocated. Both
/// throw TooLargeError past FitOptions::max_fit_bytes; it names the family that needs most, with
/// its cells.
///
/// Of the statistics: the sums of families that are not sparse (pgm/data/family_counts.hpp), once
/// kept and once per thread that counts. Sparse ones grow with the rows that are read and are
/// bounded by them.
void require_memory_to_count(const FitPlan& plan, std::span<const Family> families);

/// Of the networks: every cell of a table, while it is estimated and once it stands in the network,
/// and every row of a linear Gaussian.
void require_memory_to_estimate(const FitPlan& plan, std::span<const ModelStructure> structures);

/// Whether it would not throw, and the tables are within the plan's limits.
bool can_estimate(const FitPlan& plan, std::span<const ModelStructure> structures);

}  // namespace pgm::learners::detail
