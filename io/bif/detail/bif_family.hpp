#pragma once

#include <io/bif/detail/bif_grammar.hpp>

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::io::detail {

/// The family of a probability block, P(child | parents), with the parents in the order of the
/// block's head.
struct BifFamily {
    VariableId child;
    std::size_t offset = 0;  ///< of the child's name in the head
    std::vector<VariableId> parents;
    bool complete = true;  ///< false if a parent was refused and reported
};

/// Reads the head `( x | a, b )` in all spellings that occur: with commas or blanks, and with `|`
/// or, as the first programs wrote it, just the child first.
///
/// Words between two commas are one variable if one was declared with these words, without quotes.
/// Otherwise they are several variables, some of which may have several words.
class BifFamilyReader {
public:
    BifFamilyReader(BifLexer& lexer, const BifOutline& outline, const Limits& limits,
                    ReaderReport& report)
        : lexer_(lexer), outline_(outline), limits_(limits), report_(report) {
        // This is enough for most families and avoids growing step by step.
        constexpr std::size_t first_room = 8;
        family_.parents.reserve(first_room);
        names_.reserve(first_room);
        seen_.reserve(first_room);
    }

    /// Reads a family, which is valid until the next call. Reports an unknown child and returns
    /// null.
    const BifFamily* read();

private:
    void read_names();
    void join_words();
    void fail_if_too_many(std::size_t names, std::size_t offset);
    std::optional<VariableId> find_child(const BifToken& token);
    void read_parent(const BifToken& token, std::optional<VariableId> child);
    void report_repeated_parents();
    std::optional<VariableId> find_variable(const BifToken& token);

    BifLexer& lexer_;
    const BifOutline& outline_;
    const Limits& limits_;
    ReaderReport& report_;
    VariableId next_child_{0};  ///< the variable after the child of the previous block
    // These lists keep their memory from block to block.
    BifFamily family_;
    std::vector<BifToken> names_;
    std::size_t piece_ = 0;           ///< the first of the names after the last comma or bar
    std::deque<std::string> joined_;  ///< names of several words; names_ refers to them
    bool is_ambiguous_ = false;       ///< whether words could be split in several ways
    /// Parents and the offsets of their names.
    std::vector<std::pair<VariableId, std::size_t>> seen_;
};

/// "P(x | a, b)". Long names and long lists of parents are shortened.
std::string family_text(const BifOutline& outline, const BifFamily& family);

/// "P(x | a=yes, b=no)" for the row with this number; the last parent varies fastest.
std::string row_text(const BifOutline& outline, const BifFamily& family, std::size_t row);

}  // namespace pgm::io::detail
