#pragma once

#include <io/text/detail/block_lexer.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// Splits a BIF text into tokens as the other formats of blocks (BlockLexer). What BIF alone has:
/// names are words of nearly all bytes (bif_name.hpp), statements may lack their ';' where another
/// one begins, and a property is any text up to it.
class BifLexer : public BlockLexer {
public:
    BifLexer(TextCursor& cursor, const Limits& limits);

    /// The name that a token spells. Throws ParseError when it is not UTF-8 or holds a control
    /// character, and TooLargeError beyond Limits::max_name_bytes.
    std::string name_of(const BlockToken& token);

    /// The text after the keyword `property` up to the ';' that ends it, which it takes. The text
    /// may have several lines and hold anything but a ';' outside quotes or an unmatched '}'. If
    /// the ';' is missing, the text ends with the line before one that begins like a statement.
    /// A property that is one quoted text is returned without its quotes and escapes.
    std::string property();

    /// Appends the numbers of a row or a table, between which there are commas, blanks or both, and
    /// takes the ';' that ends them, or notes that it is missing. Returns how many there were.
    std::size_t numbers(WrittenNumbers& found);

    /// Takes the ';' of a statement whose last token ends there, or notes that it is missing.
    void end_statement(std::size_t end);
    /// Where a ';' is missing: the first three places, and how many there are.
    const std::vector<std::size_t>& missing_semicolons() const { return missing_; }
    std::size_t missing_semicolon_count() const { return missing_count_; }

    /// Everything up to the '}' of a block whose '{' was taken, and that. False if the text ends
    /// before it.
    bool skip_block();

private:
    std::string_view property_text();
    void take_short_numbers(WrittenNumbers& found, bool is_first);
    bool statement_begins();
    void miss_semicolon(std::size_t offset);

    const Limits& limits_;
    std::vector<std::size_t> missing_;
    std::size_t missing_count_ = 0;
};

/// "did you mean 'table'?" of a word that is nearly one of some; else empty.
std::string keyword_meant(const BlockToken& token, std::span<const std::string> keywords);

}  // namespace pgm::io::detail
