#include <pgm/data/column_index.hpp>

#include <algorithm>
#include <numeric>

namespace pgm {

ColumnIndex::ColumnIndex(const Dataset& data) : data_(data), by_name_(data.columns()) {
    std::iota(by_name_.begin(), by_name_.end(), std::uint32_t{0});
    std::ranges::sort(by_name_, {}, [&data](std::uint32_t position) {
        return std::string_view(data.all_columns()[position].name());
    });
}

std::optional<ColumnId> ColumnIndex::find(std::string_view name) const {
    const auto name_of = [this](std::uint32_t position) {
        return std::string_view(data_.all_columns()[position].name());
    };
    const auto found = std::ranges::lower_bound(by_name_, name, {}, name_of);
    if (found == by_name_.end() || name_of(*found) != name) return std::nullopt;
    return ColumnId(*found);
}

ColumnId ColumnIndex::id(std::string_view name) const {
    const std::optional<ColumnId> found = find(name);
    return found ? *found : data_.id(name);
}

}  // namespace pgm
