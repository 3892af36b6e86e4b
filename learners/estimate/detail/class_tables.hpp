#pragma once

#include <learners/estimate/class_prior.hpp>
#include <learners/estimate/detail/table_estimation.hpp>

#include <vector>

namespace pgm::learners::detail {

/// P(class) of a class without parents, by its prior.
std::vector<double> estimate_class(const FamilyCounts& counts, const ClassPrior& prior,
                                   const TableRules& rules, std::span<const Variable> schema);

/// The two tables of an AODE member, whose joint distribution is estimated as a whole (aode.hpp).
struct SuperParentTables {
    std::vector<double> class_cells;   ///< P(class)
    std::vector<double> parent_cells;  ///< P(super-parent | class)
};

/// `counts` are those of the super-parent given the class; the imagined rows of `rules`, if any,
/// are in their order.
SuperParentTables estimate_super_parent(const FamilyCounts& counts, const ClassPrior& prior,
                                        const TableRules& rules, std::span<const Variable> schema);

}  // namespace pgm::learners::detail
