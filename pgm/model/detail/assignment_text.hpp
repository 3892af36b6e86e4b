#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::detail {

/// One "variable=state" of a line of text. The names have not been looked up yet; columns count
/// bytes from 1.
struct NamedState {
    std::string variable;
    std::string state;
    bool intervention = false;  ///< whether it was written inside do(...)
    /// Numbers of a state of the form "[0.9, 0.2]".
    std::vector<double> numbers{};
    std::uint32_t variable_column = 0;
    std::uint32_t state_column = 0;
};

/// Reads "Rain=yes, Sprinkler=off": the grammar shared by evidence and the keys of table rows.
///
///     assignment = [ item { "," item } ]
///     item       = pair | "do" "(" pair { "," pair } ")"
///     pair       = name "=" ( name | "[" number { "," number } "]" )
///
/// Names are those of the lexer (pgm/core/text/lexer.hpp): quoted, or words with blanks between
/// them; a state may also begin with a sign of comparison: "age=<5, hours worked=20 - 30". The same
/// text means the same to the right of `|` in a query.
///
/// Throws ParseError with the column. An empty text, or one of blanks, is an empty list.
std::vector<NamedState> parse_assignment(std::string_view text);

}  // namespace pgm::detail
