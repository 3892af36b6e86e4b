#pragma once

#include <io/file/byte_source.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/core/stop_token.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::io {

/// A column that dates become: the number of days since 1970-01-01, with the time of day as a
/// fraction, or the month, weekday or hour as states.
enum class DatePart : std::uint8_t { number, month, weekday, hour };

/// The order of day and month in 3/5/2024.
enum class DateOrder : std::uint8_t { unknown, day_first, month_first };

/// How columns of dates are read. The number does not depend on the table, so that a model fitted
/// to one reads another alike.
struct DateOptions {
    bool are_texts = false;                ///< dates are texts as others
    std::vector<DatePart> parts = {};      ///< empty: the number
    DateOrder order = DateOrder::unknown;  ///< unknown: the cells of a column have to show it
    /// The variables of a model that the table is read for: a column of dates becomes those of its
    /// parts that are among them, whatever `parts` has.
    std::vector<std::string> known = {};
};

/// Parses "number", "month,weekday,hour" or "text", each also with "day-first" or "month-first".
/// Throws ArgumentError.
DateOptions parse_date_options(std::string_view words);

/// A declaration about one column of a data set.
struct ColumnDeclaration {
    enum class Kind { discrete, continuous, ignored, date };

    std::string name;
    Kind kind = Kind::discrete;
    /// The states of a discrete column in order; any other cell is an error. If empty, the states
    /// are those that occur, in the order of sort_states() (pgm/data/column.hpp).
    std::vector<std::string> states = {};
    /// The limit of states for a discrete column that is only copied, such as the names of rows.
    /// Default: limits.max_states.
    std::optional<std::size_t> max_states = std::nullopt;
    DateOrder date_order = DateOrder::unknown;  ///< of dates, if DateOptions has none
};

/// Options for a data set. Types that are not declared are inferred, independently of the
/// order of the rows:
///
///  - a column whose cells are all numbers (or missing) is continuous, however many different ones
///    there are;
///  - but a column of the words 0 and 1, both of which occur, is discrete;
///  - a column whose cells are all dates becomes the columns of DateOptions;
///  - every other column is discrete, with its states in the order of sort_states(): by value if
///    all are numbers, otherwise by bytes.
struct DataOptions {
    std::string name = "input";          ///< the name that errors use
    Limits limits;                       ///< max_variables limits the columns
    Encoding encoding = Encoding::utf8;  ///< of the file; other bytes in names are errors
    std::size_t max_cell_bytes = std::size_t{1} << 20;  ///< of one cell
    std::vector<ColumnDeclaration> columns = {};        ///< in any order
    DateOptions dates = {};
    std::string weights = {};  ///< the column with the weights of the rows; empty: none
    std::vector<std::string> missing_marks = {"?", "", "NA"};  ///< CSV only
    /// CSV only; default: the one of `delimiters` that the first line suggests (csv_delimiter())
    std::optional<char> delimiter = std::nullopt;
    std::string delimiters = ",;\t|";  ///< CSV only
    /// CSV only; the decimal sign. If it is a comma, a comma is no delimiter and 1.5 is no number.
    char decimal = '.';
    std::size_t threads = 1;  ///< CSV only; that read columns beside each other, 0 = one per core
    bool header = true;       ///< CSV only; without one, the columns are called c1, c2, ...
    StopToken stop{};         ///< asked before each piece of the file; reading throws Stopped
};

/// An undeclared column that is discrete only because of a few cells; most of its values are
/// numbers, or dates.
struct NearlyNumericColumn {
    std::string name;
    std::string cell;               ///< the first cell that is not a number
    Location where;                 ///< of that cell
    bool is_beyond_double = false;  ///< a decimal number too large or too small for a double
    std::size_t words = 0;          ///< different values that are not numbers
    std::size_t numbers = 0;        ///< different values that are numbers
    bool are_dates = false;         ///< the numbers are dates
    std::string reason = {};        ///< why a cell with the form of a date is none
};

/// An undeclared column of numbers that rows of another shard may make discrete (DataOptions): no
/// cell has a value but this.
struct UndecidedColumn {
    std::string name;
    std::optional<bool> value = std::nullopt;  ///< the word 0 or the word 1; null: all are missing
};

/// Remarks of the reader of a table that are not errors.
struct DataRemarks {
    static constexpr std::size_t most_columns = 20;

    std::vector<NearlyNumericColumn> nearly_numeric;  ///< the first ones, in order of columns
    std::size_t more_nearly_numeric = 0;              ///< how many more there are
    std::vector<Problem> notes;  ///< about the dialect of the file, at most one of a kind
    std::vector<UndecidedColumn> undecided;  ///< of a table that is read in parts
    std::vector<std::string> dates;          ///< columns of dates that became numbers or states

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
