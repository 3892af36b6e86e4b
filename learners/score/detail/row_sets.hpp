#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/score/detail/product_sums.hpp>
#include <learners/score/detail/row_groups.hpp>
#include <pgm/core/ids.hpp>
#include <pgm/data/dataset.hpp>

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The rows that have some columns, in groups by the discrete ones among them, with the scatters of
/// columns of numbers in each group, which are summed as they are asked for. Members may be called
/// by several threads at the same time.
class RowSet {
public:
    RowSet(const Dataset& data, RowGroups groups)
        : data_(data), groups_(std::move(groups)), sums_(data, groups_) {}

    std::size_t groups() const { return groups_.size(); }
    /// The weight of the rows of the group.
    double weight(std::size_t group) const { return groups_.total_weight[group]; }

    /// In doubles: of all groups, one triangle behind the other.
    ProductSums<double>& sums() { return sums_; }
    /// Scatters of one group in 106 bits.
    std::vector<DoubleDouble> precise_scatters(std::size_t group,
                                               std::span<const ColumnId> columns);
    /// The least scatter of an independent column, sum w x^2 of a group times (2^-51)^2: a column
    /// of which regression leaves no more is a function of others that was rounded
    /// (regression_chain()).
    std::vector<double> dependent(std::size_t group, std::span<const ColumnId> columns,
                                  std::span<const DoubleDouble> scatters);
    /// How many rows of a group differ in these columns.
    std::size_t different_rows(std::size_t group, std::span<const ColumnId> columns) const;
    /// Sums of one group without any rounding.
    SumsOfProducts exact_sums(std::size_t group, std::span<const ColumnId> columns) const;

    /// Memory that it takes, about.
    std::size_t bytes();

private:
    struct PreciseSums {
        PreciseSums(const Dataset& data, RowGroups group)
            : rows(std::move(group)), sums(data, rows) {}

        RowGroups rows;
        ProductSums<DoubleDouble> sums;
    };

    double number(ColumnId column, std::uint32_t row) const;

    const Dataset& data_;
    RowGroups groups_;
    ProductSums<double> sums_;
    std::mutex mutex_;
    std::map<std::size_t, std::unique_ptr<PreciseSums>> precise_;  ///< by group
};

/// The row sets of a table, made when they are first asked for. As many are kept as fit into about
/// so many bytes; then all are forgotten, and made again where they are needed again.
class RowSets {
public:
    /// Refers to the data.
    RowSets(const Dataset& data, std::size_t most_bytes)
        : data_(data), most_bytes_(most_bytes), rows_(data) {}

    const OrderedRows& rows() const { return rows_; }
    std::shared_ptr<RowSet> find(std::span<const ColumnId> columns);

private:
    const Dataset& data_;
    std::size_t most_bytes_;
    OrderedRows rows_;
    std::mutex mutex_;
    std::map<std::vector<ColumnId>, std::shared_ptr<RowSet>> sets_;
    std::size_t uses_ = 0;
};

}  // namespace pgm::learners::detail
