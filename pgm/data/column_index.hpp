#pragma once

#include <pgm/data/dataset.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pgm {

/// The columns of a table by name, for whoever looks up many: a lookup takes the logarithm of their
/// number, where Dataset::find() looks at every one. Refers to the table, which must outlive it.
class ColumnIndex {
public:
    explicit ColumnIndex(const Dataset& data);

    std::optional<ColumnId> find(std::string_view name) const;
    /// Throws ArgumentError with a suggestion when there is no such column.
    ColumnId id(std::string_view name) const;

private:
    const Dataset& data_;
    std::vector<std::uint32_t> by_name_;  ///< positions of the columns, sorted by name
};

}  // namespace pgm
