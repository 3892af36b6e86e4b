#pragma once

#include <pgm/core/text/sorted_names.hpp>
#include <pgm/data/dataset.hpp>

#include <optional>
#include <string_view>

namespace pgm {

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

}  // namespace pgm
