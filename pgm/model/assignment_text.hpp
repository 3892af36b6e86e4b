#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// One "variable=state" of a line of text, names not yet looked up. Columns count bytes from 1.
struct NamedState {
    std::string variable;
    std::string state;
    bool intervention = false;  ///< it stood inside do(...)
    std::uint32_t variable_column = 0;
    std::uint32_t state_column = 0;
};

/// Reads "Rain=yes, Sprinkler=off": the grammar shared by evidence and by the keys of table rows.
///
///     assignment = [ item { "," item } ]
///     item       = pair | "do" "(" pair { "," pair } ")"
///     pair       = name "=" name
///
/// Names may be quoted (name_text.hpp). Unquoted ones are read generously, so that most odd names
/// need no quotes: a variable's name goes up to the '=', a state's up to the next ',' (inside
/// do(...), up to the ')' that closes it), blanks around both dropped: "age=<5, width=20 - 30".
///
/// Throws ParseError with the column. An empty text, or one of blanks, is an empty list.
std::vector<NamedState> parse_assignment(std::string_view text);

}  // namespace pgm
