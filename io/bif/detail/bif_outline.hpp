#pragma once

#include <io/bif/detail/bif_lexer.hpp>
#include <io/bif/detail/bif_report.hpp>
#include <pgm/model/network_builder.hpp>

#include <optional>
#include <vector>

namespace pgm::io::detail {

/// Beside a variable itself: where its name stands, and whether none of its states needs quotes.
struct BifVariable {
    std::size_t offset = 0;
    bool states_are_words = true;
};

/// A probability block, not yet read: offsets of its keyword, of what follows the keyword, and past
/// its closing brace.
struct BifBlock {
    std::size_t offset = 0;
    std::size_t header = 0;
    std::size_t end = 0;
    bool closed = true;  ///< false when the text ends before the brace
};

/// A BIF text seen from above: the network's block, the variables, and where the probability blocks
/// begin.
///
/// Tables are read after all variables are known, because a text may declare a variable after its
/// first use.
struct BifOutline {
    explicit BifOutline(const Limits& limits) : builder({}, limits) {
        constexpr std::size_t first_room =
            8;  // for small networks, which would else pay for growing from one on
        variables.reserve(first_room);
        blocks.reserve(first_room);
    }

    NetworkBuilder builder;  ///< has the network's name, its annotations and the variables
    std::vector<BifVariable> variables;  ///< one for each of the builder's
    std::vector<BifBlock> blocks;
    /// Where reading stopped; what stands before is in the outline.
    std::optional<ParseError> syntax_error;

    const Variable& variable(VariableId id) const { return builder.variable(id); }
};

/// The first pass over the text, which fills an empty outline. Variables declared twice are
/// reported and left out.
void read_bif_outline(BifLexer& lexer, const Limits& limits, BifReport& report,
                      BifOutline& outline);

}  // namespace pgm::io::detail
