#pragma once

#include <pgm/core/error.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pgm::io {

/// A column whose type nobody declared, and which is discrete only for a few cells: most of its
/// values are numbers.
struct NearlyNumericColumn {
    std::string name;
    std::string cell;               ///< the first that is no number
    Location where;                 ///< of that cell
    bool is_beyond_double = false;  ///< a decimal number too large or too small for a double
    std::size_t words = 0;          ///< different values that are no numbers
    std::size_t numbers = 0;        ///< and different values that are
};

/// What the reader of a table noticed and read on after.
struct DataRemarks {
    static constexpr std::size_t most_columns = 20;

    std::vector<NearlyNumericColumn> nearly_numeric;  ///< the first of them, in order of columns
    std::size_t more_nearly_numeric = 0;              ///< how many there are beside these

    /// Keeps the remark, or counts it where there are enough; true where it is kept.
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
