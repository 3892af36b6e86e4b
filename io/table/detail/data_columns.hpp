#pragma once

#include <io/options/data_options.hpp>
#include <pgm/data/dataset.hpp>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The declarations of DataOptions, looked up by the columns that a file has. The column of weights
/// counts as declared continuous.
class DeclaredColumns {
public:
    /// Throws ArgumentError for a declaration of a column that is not there, or that is declared
    /// twice.
    DeclaredColumns(const DataOptions& options, std::span<const std::string> names);

    /// What was declared of column number i, or null.
    const ColumnDeclaration* find(std::size_t i) const;

private:
    std::map<std::size_t, ColumnDeclaration> by_column_;
};

/// The table of these columns, with the one called options.weights, if any, made its weights.
/// Throws ArgumentError, naming the row, for a weight that is missing or negative.
Dataset with_weight_column(std::vector<Column> columns, const DataOptions& options);

}  // namespace pgm::io::detail
