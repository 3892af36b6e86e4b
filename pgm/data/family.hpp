#pragma once

#include <pgm/data/column.hpp>
#include <pgm/table/scope.hpp>

#include <span>
#include <vector>

namespace pgm {

/// A column and the columns that its distribution depends on. Discrete and continuous columns may
/// be mixed; the order of the parents is the order of the axes of every table made from the family.
struct Family {
    ColumnId child;
    std::vector<ColumnId> parents;

    friend auto operator<=>(const Family&, const Family&) = default;
};

/// The axes that these discrete columns are in a table.
inline ColumnScope scope_of(std::span<const ColumnId> columns, std::span<const Variable> schema) {
    std::vector<std::size_t> cardinalities;
    for (const ColumnId column : columns)
        cardinalities.push_back(schema[column.index()].cardinality());
    return {{columns.begin(), columns.end()}, cardinalities};
}

}  // namespace pgm
