#pragma once

#include <learners/plan/fit_options.hpp>
#include <pgm/model/variable.hpp>

#include <span>
#include <string_view>

namespace pgm::learners {

/// Throws ArgumentError for a fit of which statistics of shards cannot be merged (merged(),
/// learners/counting/fit_by_counting.hpp), before any row is counted:
///
///  - one that needs the rows themselves: kernel densities, and what is chosen by leaving out rows;
///  - kdb:2 and beyond, whose families each shard would choose for itself. The arcs of a network
///    (UserDefined) have the same families everywhere.
///
/// `columns` are those of a shard.
void require_mergeable(std::span<const Variable> columns, std::string_view class_name,
                       const FitOptions& options);

}  // namespace pgm::learners
