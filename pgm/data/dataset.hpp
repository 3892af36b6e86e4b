#pragma once

#include <pgm/core/text/name_index.hpp>
#include <pgm/data/column.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pgm {

/// A data set: columns of equal length with different names, and optionally a weight per row.
/// A value; valid by construction.
///
/// It is columnar: one run of codes or doubles per column (see Column), because everything that
/// reads it (counting, moments, the block path of the engine) reads a few columns of many rows.
/// Rows keep the order in which they came; no result depends on it.
///
/// Cells and weights may be views of arrays that the caller owns (cell_list.hpp). They are checked
/// in place, in one pass, and the arrays must stay as they are while the table or a copy of it is
/// in use; models and answers refer to no table.
///
/// Difference from Sums: a Dataset is the rows themselves, those are what they add up to; fitting
/// needs only the sums, except for kernel densities.
class Dataset {
public:
    Dataset() = default;

    /// Throws ArgumentError, naming the column or row: columns of different lengths, empty or
    /// repeated names, no or repeated or empty states, codes that are no state, infinite numbers,
    /// views that are not aligned, weights that are negative, not finite or of the wrong number. No
    /// weights means that every row weighs 1.
    explicit Dataset(std::vector<Column> columns, RealCells weights = {});

    std::size_t rows() const { return rows_; }
    const std::vector<Column>& columns() const { return columns_; }
    const Column& column(ColumnId id) const { return columns_[id.index()]; }
    /// Throws ArgumentError with a suggestion when there is no such column.
    const Column& column(std::string_view name) const { return column(id(name)); }
    std::optional<ColumnId> find(std::string_view name) const;
    /// Throws ArgumentError with a suggestion when there is no such column.
    ColumnId id(std::string_view name) const;

    /// The weight of each row; empty when every row weighs 1.
    const RealCells& weights() const { return weights_; }

    /// The variables of the columns, in order: what the data are about, without the data.
    std::vector<Variable> schema() const;

    /// A copy of some rows, in that order, repetitions allowed: a fold, a bootstrap sample. The
    /// variables keep all their states. Throws ArgumentError for a number that is no row.
    Dataset select_rows(std::span<const std::uint32_t> rows) const;

    /// `count` rows from `first` on, as views of the cells of this table, which must outlive them
    /// in its place. Throws ArgumentError where there are not so many.
    Dataset view_rows(std::size_t first, std::size_t count) const;
    /// All rows, as such views.
    Dataset view() const { return view_rows(0, rows_); }

    /// A copy of some columns, in that order. Throws ArgumentError for a repeated one.
    Dataset select_columns(std::span<const ColumnId> columns) const;

    /// A copy with this column in the place of the one of the same name, or behind the last.
    Dataset with_column(Column column) const;
    Dataset without_column(ColumnId id) const;
    Dataset with_weights(RealCells weights) const;

    friend bool operator==(const Dataset&, const Dataset&) = default;

private:
    void check_names() const;

    std::vector<Column> columns_;
    RealCells weights_;
    std::size_t rows_ = 0;
};

/// A copy of the cells of some rows, which must be rows, in that order.
Column select_rows(const Column& column, std::span<const std::uint32_t> rows);

/// The column as a discrete one: itself when it is, else with one state per different number that
/// occurs, in numeric order, named by the shortest text that reads back as the number (0, 1, 2.5).
/// This is what a learner does with a numeric class column. Throws ArgumentError when every cell is
/// missing, and TooLargeError when there are more than `max_states` different numbers.
Column as_discrete(const Column& column, std::size_t max_states = 1'000'000);

/// Finds the columns of a table by name in logarithmic time, for code that looks up many.
/// Dataset::find(), in contrast, compares all names. The index refers to the table, which must
/// outlive it.
class ColumnIndex {
    auto name_of() const {
        return [this](std::uint32_t i) { return std::string_view(data_.columns()[i].name()); };
    }

public:
    explicit ColumnIndex(const Dataset& data)
        : data_(data), names_(data.columns().size(), name_of()) {}

    std::optional<ColumnId> find(std::string_view name) const {
        const auto found = names_.find(name, name_of());
        return found ? std::optional(ColumnId(*found)) : std::nullopt;
    }

    /// Throws ArgumentError with a suggestion when there is no such column.
    ColumnId id(std::string_view name) const {
        const std::optional<ColumnId> found = find(name);
        return found ? *found : data_.id(name);
    }

private:
    const Dataset& data_;
    SortedNames names_;
};

/// The sum of the weights of all rows: their number where there are no weights.
double total_weight(const Dataset& data);

}  // namespace pgm
