#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The different rows of a table, each once with its weight, in an order that depends on their
/// cells alone: ascending, column by column, those of numbers first, missing values last. Rows of
/// weight 0 are left out.
///
/// Sums of doubles over the rows in this order are the same, to the last bit, in whatever order the
/// table has them and however they are weighted.
struct OrderedRows {
    /// Refers to nothing.
    explicit OrderedRows(const Dataset& data);

    std::vector<std::uint32_t> rows;  ///< their numbers in the table
    std::vector<double> weights;      ///< one each; empty where all weigh 1
};

/// Rows of a table in groups, one behind the other, those of each group in the order of
/// OrderedRows.
struct RowGroups {
    std::vector<std::uint32_t> rows;
    std::vector<double> weights;       ///< one each; empty where all weigh 1
    std::vector<std::size_t> begins;   ///< of each group, and the end of the last one
    std::vector<double> total_weight;  ///< of each group

    std::size_t size() const { return total_weight.size(); }
    /// That group alone.
    RowGroups only(std::size_t group) const;
    std::size_t bytes() const {
        return rows.size() * sizeof(std::uint32_t) +
               (weights.size() + 2 * begins.size()) * sizeof(double);
    }
};

/// The rows in which none of the columns is missing, by the configuration of the discrete ones
/// among them. There is no group of a configuration without rows. Throws nothing but for want of
/// memory; the configurations must number less than 2^63.
RowGroups group_rows(const Dataset& data, const OrderedRows& all,
                     std::span<const ColumnId> columns);

}  // namespace pgm::learners::detail
