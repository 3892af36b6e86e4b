#pragma once

#include <io/format/block/detail/bif_lexer.hpp>
#include <io/format/detail/network_assembly.hpp>

#include <cstddef>
#include <vector>

namespace pgm::io::detail {

/// The variables of a file, and of how many words without quotes their names are. A name in quotes
/// counts as one word, whatever it holds.
struct BifVariables {
    const NetworkBuilder& builder;
    std::vector<std::size_t> words = {};
    std::size_t most_words = 1;
};

/// The names in the head of a probability block, the child's first; none where they are ambiguous,
/// which is reported.
///
/// Reads `( lung | smoke, age )`, where commas and the bar may be left out. The words of a piece
/// between commas are one name if a variable was declared with these words, without quotes.
/// Otherwise each name is one word, or the words of such a variable; if there are several ways, the
/// head is ambiguous. Words at the end that cannot be split are one name, which no variable has.
/// Takes time linear in the number of words, for names of a bounded number of words. Throws
/// ParseError, and TooLargeError for more parents than that.
std::vector<WrittenName> read_bif_head(BifLexer& lexer, const BifVariables& variables,
                                       std::size_t max_parents, NetworkAssembly& assembly);

}  // namespace pgm::io::detail
