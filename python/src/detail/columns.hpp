#pragma once

#include <pgm/data/unusable_columns.hpp>
#include <python/src/detail/frame.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::python {

/// Without the columns that identify rows, but for those in `kept`, the class and those that the
/// structure names; null keeps all.
NarrowedTable columns_to_fit(const Frame& frame, const std::string& class_name,
                             const std::optional<std::string>& structure,
                             const std::optional<std::vector<std::string>>& kept);

/// The table without the columns that learners of structures have no use for.
Dataset with_variation(const Dataset& data);

}  // namespace pgm::python
