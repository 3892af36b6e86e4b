#pragma once

#include <pgm/data/family_counts.hpp>
#include <pgm/model/variable.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::learners {

/// The columns that a structure is chosen over: the class is column 0, `features` are the others
/// that take part (all but the continuous ones of which the data hold no value), ascending.
struct Columns {
    std::span<const Variable> schema;
    std::vector<ColumnId> features;
    /// True if a continuous feature may depend on other features. Not with kernel densities: their
    /// points would have to be shared out among the parents' configurations, and continuous parents
    /// they have none. Only a user-defined structure gives them discrete parents besides the class.
    bool continuous_may_join = true;
    /// Discrete features that identify rows (pgm/data/unusable_columns.hpp), ascending: no arc that
    /// is learned joins them to other features.
    std::vector<ColumnId> identifiers = {};

    /// True if there may be an arc between two columns that is not written down: any feature may
    /// depend on the class, and on each other those that the members above do not exclude.
    bool may_join(ColumnId a, ColumnId b) const;
    bool is_discrete(ColumnId column) const { return schema[column.index()].is_discrete(); }
    /// True of a discrete child with a continuous parent, which has a regression (ThresholdCpd):
    /// that is estimated from the rows themselves, for it has no sums.
    bool is_threshold(const Family& family) const;
    std::size_t states(ColumnId column) const { return schema[column.index()].cardinality(); }
    std::vector<ColumnId> discrete_features() const;
    std::vector<ColumnId> continuous_features() const;
};

inline constexpr ColumnId class_column{std::size_t{0}};

/// The continuous features as one multivariate Gaussian per configuration of the discrete parents
/// of `family`, fitted as a whole from the rows that have all of them: the family's continuous
/// parents and its child are the features in the order of the chain X_1, X_2 | X_1, X_3 | X_1 X_2,
/// ...
struct GaussianBlock {
    Family family;
    /// Slopes and residual variances are shared by all configurations (linear discriminant
    /// analysis).
    bool tied = false;

    friend bool operator==(const GaussianBlock&, const GaussianBlock&) = default;
};

/// The parents of every column; none of columns that do not take part.
using ParentLists = std::vector<std::vector<ColumnId>>;

/// One network's arcs, and what is special about its distributions.
///
/// Parents are in one canonical order: ascending by column, hence the class first. It makes the
/// same arcs the same network, bit for bit, however they were found or written.
struct ModelStructure {
    /// One per variable of the network, by ascending child: the class, then the features.
    std::vector<Family> families;

    /// Without it every continuous feature has a distribution of its own.
    std::optional<GaussianBlock> gaussian_block = std::nullopt;

    /// The features that a member of AODE (one) or A2DE (two) hangs everything on, ascending.
    std::vector<ColumnId> super_parents = {};

    /// The parents of each family in the order in which they were chosen, the class first. Empty
    /// where that is the canonical order throughout.
    ParentLists chosen_order = {};

    /// The parents of a family of this number in that order.
    std::span<const ColumnId> parents_as_chosen(std::size_t family) const {
        return chosen_order.empty() ? families[family].parents : chosen_order[family];
    }

    /// The last of some super-parents, given the class and those before it.
    Family super_parent_family() const;

    friend bool operator==(const ModelStructure&, const ModelStructure&) = default;
};

/// Parents in naive Bayes: the class is the one parent of every feature.
ParentLists class_as_parent(const Columns& columns);

/// The structure with these parents, in canonical order. The order in which they are given is
/// remembered as that in which they were chosen.
ModelStructure structure_of(const Columns& columns, ParentLists parents);

/// Every family whose sums the structures are estimated from, each set of members once. None of
/// them is a threshold.
std::vector<Family> families_to_estimate(const Columns& columns,
                                         std::span<const ModelStructure> structures);

/// The first of every set of families with the same members.
std::vector<Family> without_doubles(std::vector<Family> families);

/// The members in ascending order: two families with the same members have the same sums, whatever
/// their child.
std::vector<ColumnId> members(const Family& family);

}  // namespace pgm::learners
