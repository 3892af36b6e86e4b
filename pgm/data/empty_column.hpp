#pragma once

#include <pgm/data/dataset.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// Columns without any value, as exports have them: every cell is missing, whatever the type of the
/// column. Nothing can be learned of them, so learners leave them out and say so.
///
/// "'name' has no value at all"
std::string empty_column_remark(std::string_view column);

/// The remarks on all columns of a table that have no value. None of a table without rows.
std::vector<std::string> empty_column_remarks(const Dataset& data);

/// The table without these columns.
Dataset without_empty_columns(const Dataset& data);

}  // namespace pgm
