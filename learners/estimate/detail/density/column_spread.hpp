#pragma once

#include <learners/estimate/continuous_model.hpp>
#include <learners/estimate/detail/least_squares.hpp>
#include <learners/families/family_sums.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace pgm::learners::detail {

/// A continuous column as a whole, and what its variances are measured against.
struct ColumnSpread {
    double weight = 0;  ///< of the rows that have a value
    double mean = 0;
    double variance = 0;          ///< divisor n
    bool is_constant = true;      ///< up to the rounding of the values
    double largest_variance = 0;  ///< of all continuous columns

    friend bool operator==(const ColumnSpread&, const ColumnSpread&) = default;
};

/// The spread of a column from its sums in each class; the largest variance is left to the caller.
ColumnSpread spread_of(std::span<const SumsOfProducts> by_class);

/// The spreads of these continuous columns, by column of the schema, from the sums of each given
/// some parents. Throws as require_variance_in_range() does where variances are needed.
std::vector<ColumnSpread> column_spreads(std::span<const Variable> schema,
                                         std::span<const ColumnId> columns,
                                         const std::vector<ColumnId>& parents,
                                         const FamilySums& sums, bool needs_variance = true);

/// Throws ArgumentError where the values differ and yet their variance is no double with all its
/// digits: they are above 1e154 or below 1e-154. `name` is the column's.
void require_variance_in_range(const ColumnSpread& column, std::string_view name);

/// The variance that replaces 0: floor V, or floor max(1, mean^2) for a column whose values are all
/// equal.
double variance_floor(const VarianceRule& rule, const ColumnSpread& column);

/// (n v + pseudo-counts V) / (n + pseudo-counts) + smooth W, from rows of that weight and variance.
/// The variance to use is this, or variance_floor() where that is larger; it may be 0 when the rule
/// allows it.
double expected_variance(double variance, double weight, const VarianceRule& rule,
                         const ColumnSpread& column);

/// The sums of all groups together, exactly.
SumsOfProducts pooled(std::span<const SumsOfProducts> groups);

}  // namespace pgm::learners::detail
