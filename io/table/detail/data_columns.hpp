#pragma once

#include <io/options/data_options.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::io::detail {

/// The declarations of DataOptions by column number. The column of weights counts as declared
/// continuous. Parts of dates need not be there: they may be made of the dates.
class DeclaredColumns {
public:
    /// Throws ArgumentError for the declaration of a column that does not exist or is declared
    /// twice.
    DeclaredColumns(const DataOptions& options, std::span<const std::string> names);

    /// The declaration of column i, or null.
    const ColumnDeclaration* find(std::size_t i) const;

private:
    std::map<std::size_t, ColumnDeclaration> by_column_;
};

/// The columns of a table, which are added as they are finished: of dates, those that the dates
/// become in a table of columns of these names.
class FinishedColumns {
public:
    /// Refers to the options.
    FinishedColumns(const DateOptions& dates, std::vector<std::string> names)
        : dates_(dates), names_(std::move(names)) {}

    /// Makes room for so many.
    void reserve(std::size_t columns) { columns_.reserve(columns); }
    /// `has_days` of a column of dates, unless it became one of texts.
    void add(Column column, bool has_days);
    std::vector<Column> take() { return std::move(columns_); }

private:
    const DateOptions& dates_;
    std::vector<std::string> names_;
    std::vector<Column> columns_;
};

/// Makes a table of these columns and turns the column called options.weights, if any, into its
/// weights. Throws ArgumentError, naming the row, for a weight that is missing or negative. Rows
/// are counted from `rows_before`, the number of those that were read before.
Dataset with_weight_column(std::vector<Column> columns, const DataOptions& options,
                           std::size_t rows_before = 0);

}  // namespace pgm::io::detail
