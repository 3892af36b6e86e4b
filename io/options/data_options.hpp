#pragma once

#include <io/file/encoding.hpp>
#include <pgm/core/limits.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pgm::io {

/// A declaration about one column of a table of data.
struct ColumnDeclaration {
    enum class Kind { discrete, continuous, ignored };

    std::string name;
    Kind kind = Kind::discrete;
    /// The states of a discrete column in order; any other cell is an error. If empty, the states
    /// are those that occur, in the order of sort_states() (pgm/data/column.hpp).
    std::vector<std::string> states = {};
    /// The limit of states for a discrete column that is only copied, such as the names of rows.
    /// Default: limits.max_states.
    std::optional<std::size_t> max_states = std::nullopt;
};

/// How to read a table of data. Types that are not declared are inferred, independently of the
/// order of the rows:
///
///  - a column whose cells are all numbers (or missing) is continuous, however many different ones
///    there are;
///  - but a column of the words 0 and 1, both of which occur, is discrete;
///  - every other column is discrete, with its states in the order of sort_states(): by value if
///    all are numbers, otherwise by bytes.
struct DataOptions {
    std::string name = "input";          ///< the name that errors use
    Limits limits;                       ///< max_variables limits the columns
    Encoding encoding = Encoding::utf8;  ///< of the file; other bytes in names are errors
    std::size_t max_cell_bytes = std::size_t{1} << 20;  ///< of one cell
    std::vector<ColumnDeclaration> columns = {};        ///< in any order
    std::string weights = {};  ///< the column with the weights of the rows; empty: none
    std::vector<std::string> missing_marks = {"?", "", "NA"};  ///< CSV only
    /// CSV only; default: the one of `delimiters` that the first line suggests (csv_delimiter())
    std::optional<char> delimiter = std::nullopt;
    std::string delimiters = ",;\t|";  ///< CSV only
    /// CSV only; the decimal sign. If it is a comma, a comma is no delimiter and 1.5 is no number.
    char decimal = '.';
    bool header = true;  ///< CSV only; without one, the columns are called c1, c2, ...
};

}  // namespace pgm::io
