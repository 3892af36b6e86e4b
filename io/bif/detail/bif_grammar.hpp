#pragma once

#include <io/bif/detail/bif_lexer.hpp>
#include <io/text/detail/reader_report.hpp>
#include <pgm/model/network_builder.hpp>

#include <optional>
#include <vector>

namespace pgm::io::detail {

/// The offset of a variable's name, of how many words it is, and whether all its states are words.
/// A name in quotes counts as one word, whatever it holds.
struct BifVariable {
    std::size_t offset = 0;
    std::size_t name_words = 1;
    bool states_are_words = true;
};

/// A probability block that has not been read yet: the offsets of its keyword, of what follows the
/// keyword, and of the end of the block.
struct BifBlock {
    std::size_t offset = 0;
    std::size_t header = 0;
    std::size_t end = 0;
    bool closed = true;  ///< false when the text ends before the brace
};

/// The outline of a BIF text: the network block, the variables, and the offsets of the probability
/// blocks.
///
/// Tables are read when all variables are known, because a text may use a variable before it
/// declares it.
struct BifOutline {
    explicit BifOutline(const Limits& limits) : builder({}, limits) {
        constexpr std::size_t first_room = 8;  // saves small networks several reallocations
        variables.reserve(first_room);
        blocks.reserve(first_room);
    }

    NetworkBuilder builder;              ///< has the network's name, annotations and variables
    std::vector<BifVariable> variables;  ///< one per variable of the builder
    std::vector<BifBlock> blocks;
    std::size_t most_name_words = 1;  ///< of the variables
    /// The error at which reading stopped. The outline contains what was read before.
    std::optional<ParseError> syntax_error;

    const Variable& variable(VariableId id) const { return builder.variable(id); }
};

/// The first pass over the text. Fills an empty outline; reports and leaves out variables that are
/// declared twice.
void read_bif_outline(BifLexer& lexer, const Limits& limits, ReaderReport& report,
                      BifOutline& outline);

}  // namespace pgm::io::detail
