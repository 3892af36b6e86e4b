#pragma once

#include <io/options/data_options.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <pgm/core/error.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// How a text that is not a number writes one.
enum class NumberNotation {
    none,
    other_decimal,  ///< 1,75 where the decimal sign is a point, or 1.75 where it is a comma
    thousands,      ///< 1,234 or 1'234 or 12 000 or 1.234,5: marks between groups of three digits
};

/// The notation of the text if `decimal` is the decimal sign. 1,234 is one with thousands.
NumberNotation notation_of(std::string_view text, char decimal);

/// "column 'a'", "columns 'a', 'b'", or the first ones and how many more there are.
std::string listed(const std::vector<std::string>& names, const std::string& singular);

/// Collects the columns of a CSV file that are discrete for a reason that an option or a change of
/// the file removes: numbers in another notation, years of two digits, and the marks that other
/// programs write for missing values. There is one note for each reason.
class ColumnNotes {
public:
    /// The options must outlive the object.
    explicit ColumnNotes(const DataOptions& options) : options_(options) {}

    /// Looks at the texts of a column before its encoder is finished. Returns whether its numbers
    /// or dates are in another notation. Marks of missing values are not noted if
    /// `is_nearly_numeric`, since the remark about such a column (NearlyNumericColumn) tells of
    /// them.
    bool add(const ColumnEncoder& encoder, bool is_nearly_numeric);
    void append_to(std::vector<Problem>& notes) const;

private:
    struct NotedColumns {
        std::vector<std::string> names;
        std::vector<std::string> examples;  ///< different ones, in order of appearance
    };

    bool add_notation(const ColumnEncoder& encoder);
    void add_marks(const ColumnEncoder& encoder);
    Problem note(const NotedColumns& columns, const std::string& reason, std::string hint) const;

    const DataOptions& options_;
    NotedColumns other_decimal_, thousands_, short_years_, marks_;
};

}  // namespace pgm::io::detail
