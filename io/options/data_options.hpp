#pragma once

#include <io/file/encoding.hpp>
#include <pgm/core/limits.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pgm::io {

/// What the reader of a table of data is told about one of its columns.
struct ColumnDeclaration {
    enum class Kind { discrete, continuous, ignored };

    std::string name;
    Kind kind = Kind::discrete;
    /// Of a discrete column, in order; a cell that is none of them is an error. Empty: whatever
    /// occurs, in the order of sort_states() (pgm/data/column.hpp).
    std::vector<std::string> states = {};
    /// Of a discrete column that is only passed on, such as the names of rows; else
    /// limits.max_states.
    std::optional<std::size_t> max_states = std::nullopt;
};

/// How to read a table of data. What is not declared is inferred, in a way that does not depend on
/// the order of the rows:
///
///  - a column whose every cell is a number (or missing) is continuous, few or many different ones
///    alike;
///  - but one whose cells are the words 0 and 1, and both occur, is discrete: a yes or no;
///  - every other column is discrete. Its states are in the order of sort_states(): by value if all
///    are numbers, else by bytes.
struct DataOptions {
    std::string name = "input";          ///< by which errors call the text
    Limits limits;                       ///< max_variables are columns
    Encoding encoding = Encoding::utf8;  ///< of the file; names that are no such text are refused
    std::size_t max_cell_bytes = std::size_t{1} << 20;  ///< of one cell
    std::vector<ColumnDeclaration> columns = {};        ///< in any order
    std::string weights = {};  ///< the column that holds the weights of the rows; empty: none
    std::vector<std::string> missing_marks = {"?", "", "NA"};  ///< CSV only
    /// CSV only; nothing: told by the first line among `delimiters`, see csv_delimiter()
    std::optional<char> delimiter = std::nullopt;
    std::string delimiters = ",;\t|";  ///< CSV only
    /// CSV only; what stands before the fraction of a number. A comma is then no delimiter, and a
    /// number with a point is none.
    char decimal = '.';
    bool header = true;  ///< CSV only; without one, the columns are called c1, c2, ...
};

}  // namespace pgm::io
