#pragma once

#include <io/options/data_options.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The declarations of DataOptions by column number. The column of weights counts as declared
/// continuous.
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

/// Makes a table of these columns and turns the column called options.weights, if any, into its
/// weights. Throws ArgumentError, naming the row, for a weight that is missing or negative. Rows
/// are counted from `rows_before`, the number of those that were read before.
Dataset with_weight_column(std::vector<Column> columns, const DataOptions& options,
                           std::size_t rows_before = 0);

}  // namespace pgm::io::detail
