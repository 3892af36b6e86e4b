#pragma once

#include <io/bif_lexer.hpp>
#include <io/bif_report.hpp>
#include <pgm/core/name_index.hpp>
#include <pgm/model/variable.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// A declared variable and the indices that make looking up its states cheap.
struct BifVariable {
    Variable variable;
    std::size_t offset = 0;                 ///< of its name
    bool states_are_words = true;           ///< none of them needs quotes
    std::vector<std::uint32_t> by_state{};  ///< states sorted by name; made when first needed
};

/// A probability block, not yet read: offsets of its keyword, of what follows the keyword, and past its closing brace.
struct BifBlock {
    std::size_t offset = 0;
    std::size_t header = 0;
    std::size_t end = 0;
    bool closed = true;  ///< false when the text ends before the brace
};

/// A BIF text seen from above: the network's block, the variables, and where the probability blocks begin.
///
/// Tables are read after all variables are known, because a text may declare a variable after its first use.
struct BifOutline {
    std::string network_name;
    std::vector<std::string> annotations;
    std::vector<BifVariable> variables;
    NameIndex names;  ///< of the variables
    std::vector<BifBlock> blocks;
    std::optional<ParseError> syntax_error;  ///< where reading stopped; what stands before is in the outline

    /// Enters a variable, unless an earlier one has its name. Returns whose the name is.
    VariableId add(BifVariable&& declared);
    std::optional<VariableId> find(std::string_view name) const;

private:
    auto name_of() const {
        return [this](VariableId id) -> const std::string& { return variables[id.index()].variable.name(); };
    }
};

/// The first pass over the text. Variables declared twice are reported and left out.
BifOutline read_bif_outline(BifLexer& lexer, const Limits& limits, BifReport& report);

}  // namespace pgm::io
