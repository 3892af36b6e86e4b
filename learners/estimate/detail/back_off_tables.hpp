#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// A child with the first `count` of its parents.
Family with_first_parents(ColumnId child, std::span<const ColumnId> parents, std::size_t count);

/// The families with fewer parents that back-off tables of these structures shrink to: of every
/// discrete child with its parents in the order in which they were chosen, all proper prefixes. The
/// child alone is left out where the class is the first parent: every row that is learned from has
/// a class, so that its counts are those given the class, added up.
std::vector<Family> families_to_back_off(const Columns& columns,
                                         std::span<const ModelStructure> structures);

/// The counts of the child given the first l of these parents, for l = 0, 1, ..., all of them. A
/// row counts at level l if it has the child and these l parents. The child alone may be missing
/// among the sums where the class is the first parent.
std::vector<FamilyCounts> back_off_levels(const FamilySums& sums, ColumnId child,
                                          std::span<const ColumnId> parents);

/// The concentration of a level: the last one given holds for all deeper ones.
inline double concentration_of(std::span<const double> concentrations, std::size_t level) {
    return concentrations[level < concentrations.size() ? level : concentrations.size() - 1];
}

/// One step of BackOff (smoothing.hpp). Where there is nothing to divide by, the estimate of the
/// level before.
inline double backed_off(double count, double total, double concentration, double level_before) {
    const double denominator = total + concentration;
    return denominator > 0 ? (count + concentration * level_before) / denominator : level_before;
}

/// The cells of the table of the last level, its axes in the order of `family`, which has the same
/// members.
std::vector<double> estimate_back_off(std::span<const FamilyCounts> levels,
                                      std::span<const double> concentrations, const Family& family);

/// The weights of the rows of that table (BayesianNetwork::row_weights()): of the last level the
/// rows, and the concentration with which it shrinks to the level before.
std::vector<double> back_off_row_weights(std::span<const FamilyCounts> levels,
                                         std::span<const double> concentrations,
                                         const Family& family);

}  // namespace pgm::learners::detail
