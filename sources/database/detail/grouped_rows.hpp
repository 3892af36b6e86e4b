#pragma once

#include <sources/database/detail/connection.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::sources::detail {

/// A name for the number of rows of a group that no column has.
std::string name_of_counts(std::span<const std::string> columns);

/// Groups the rows by each set of columns, and passes for the set of a number the groups with the
/// number of their rows, as the text of a table of CSV with these columns and one called
/// `count_name`: once more whenever it has `bytes` bytes; 0 is all of them at once. A set without
/// a group has its header only.
void for_each_group_text(Connection& connection, const std::string& from,
                         std::span<const std::vector<std::string>> sets,
                         const std::string& count_name, std::size_t bytes,
                         const std::function<void(std::size_t set, std::string_view text)>& take);

}  // namespace pgm::sources::detail
