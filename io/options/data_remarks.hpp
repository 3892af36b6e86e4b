#pragma once

#include <pgm/core/error.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pgm::io {

/// An undeclared column that is discrete only because of a few cells; most of its values are
/// numbers.
struct NearlyNumericColumn {
    std::string name;
    std::string cell;               ///< the first cell that is not a number
    Location where;                 ///< of that cell
    bool is_beyond_double = false;  ///< a decimal number too large or too small for a double
    std::size_t words = 0;          ///< different values that are not numbers
    std::size_t numbers = 0;        ///< different values that are numbers
};

/// Remarks of the reader of a table that are not errors.
struct DataRemarks {
    static constexpr std::size_t most_columns = 20;

    std::vector<NearlyNumericColumn> nearly_numeric;  ///< the first ones, in order of columns
    std::size_t more_nearly_numeric = 0;              ///< how many more there are
    std::vector<Problem> notes;  ///< about the dialect of the file, at most one of a kind

    /// Keeps the remark, or only counts it if there are enough. Returns whether it is kept.
    bool add(NearlyNumericColumn column) {
        if (nearly_numeric.size() == most_columns) {
            ++more_nearly_numeric;
            return false;
        }
        nearly_numeric.push_back(std::move(column));
        return true;
    }
};

}  // namespace pgm::io
