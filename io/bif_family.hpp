#pragma once

#include <io/bif_outline.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::io {

/// Whose table a probability block holds: P(child | parents), parents in the order of the block's header.
struct BifFamily {
    VariableId child;
    std::size_t offset = 0;  ///< of the child's name in the header
    std::vector<VariableId> parents;
    bool complete = true;  ///< false when a parent was refused, which was reported
};

/// Reads `( x | a, b )` in the spellings met in practice: commas or blanks, `|` or, as the first programs wrote it, simply the child first.
/// Nothing when there is no variable of the child's name, which is reported.
std::optional<BifFamily> read_bif_family(BifLexer& lexer, const BifOutline& outline, const Limits& limits, BifReport& report);

/// "P(x | a, b)"; long names and long lists of parents are cut.
std::string family_text(const BifOutline& outline, const BifFamily& family);

/// "P(x | a=yes, b=no)": the row of that number, the last parent fastest.
std::string row_text(const BifOutline& outline, const BifFamily& family, std::size_t row);

}  // namespace pgm::io
