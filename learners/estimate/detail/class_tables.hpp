#pragma once

#include <learners/estimate/class_prior.hpp>
#include <learners/estimate/detail/smoothed_tables.hpp>

#include <vector>

namespace pgm::learners::detail {

/// P(class) of a class without parents, by its prior.
std::vector<double> estimate_class(const FamilyCounts& counts, const ClassPrior& prior,
                                   const TableRules& rules, std::span<const Variable> schema);

/// The weight of its one row; none of a prior that was given.
std::vector<double> class_row_weight(const FamilyCounts& counts, const ClassPrior& prior,
                                     const TableRules& rules);

/// The tables of class and super-parents of a member of AODE or A2DE, whose joint distribution is
/// estimated as a whole (aode.cpp).
struct SuperParentTables {
    std::vector<double> class_cells;  ///< P(class)
    /// P(super-parent | class, the super-parents before it), for each of them.
    std::vector<std::vector<double>> parent_cells;
};

/// `counts` are those of the last super-parent given the class and the super-parents before it; the
/// pseudo-counts of `rules`, if any, are in their order.
SuperParentTables estimate_super_parents(const FamilyCounts& counts, const ClassPrior& prior,
                                         const TableRules& rules, std::span<const Variable> schema);

}  // namespace pgm::learners::detail
