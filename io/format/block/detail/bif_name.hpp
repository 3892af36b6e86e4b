#pragma once

#include <pgm/model/variable.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// The spelling of names in a BIF text, for the lexer and the writer.
///
/// A *word* is a run of bytes other than blanks, controls and { } ( ) , ; | " in which no comment
/// begins; nearly every name met in practice is one: `<5`, `20-30`, `x.1`, `größe`, `a/b`. Any
/// other name is *quoted*: "..." with the escapes \" \\ and \xHH (a byte in hexadecimal). A
/// backslash before anything else is a backslash, since files of other programs know no escapes.
///
/// Brackets are part of a word, because R writes intervals as `[18_35]`; around the number of
/// states, `type discrete [ 3 ]`, they are marks. The writer quotes names with brackets, because
/// other readers take them for marks everywhere.

namespace bif_detail {

/// The kinds of bytes. A slash is part of a word unless it begins a comment. With this order each
/// function below needs one or two comparisons.
enum class Byte : std::uint8_t { control, quote, brace, punctuation, blank, bracket, word, slash };

constexpr std::array<Byte, 256> byte_kinds() {
    std::array<Byte, 256> kinds{};
    for (std::size_t byte = 0x21; byte < 256; ++byte)
        kinds[byte] = byte == 0x7F ? Byte::control : Byte::word;
    for (const char c : std::string_view(" \t\n\v\f\r"))
        kinds[static_cast<unsigned char>(c)] = Byte::blank;
    for (const char c : std::string_view("(),;|"))
        kinds[static_cast<unsigned char>(c)] = Byte::punctuation;
    for (const char c : std::string_view("[]"))
        kinds[static_cast<unsigned char>(c)] = Byte::bracket;
    for (const char c : std::string_view("{}")) kinds[static_cast<unsigned char>(c)] = Byte::brace;
    kinds['"'] = Byte::quote;
    kinds['/'] = Byte::slash;
    return kinds;
}

inline constexpr std::array<Byte, 256> kinds = byte_kinds();

inline Byte kind_of(char c) {
    return kinds[static_cast<unsigned char>(c)];
}

}  // namespace bif_detail

inline bool is_bif_word_byte(char c) {
    return bif_detail::kind_of(c) >= bif_detail::Byte::bracket;
}
/// True if a byte belongs to a word whatever precedes or follows it.
inline bool is_plain_bif_word_byte(char c) {
    return bif_detail::kind_of(c) == bif_detail::Byte::word;
}
inline bool is_bif_blank(char c) {
    return bif_detail::kind_of(c) == bif_detail::Byte::blank;
}

/// True if a name is a word.
bool is_bif_word(std::string_view name);

std::string bif_quoted(std::string_view text);

/// The inverse of bif_quoted() for the text between the quotes.
std::string bif_unescaped(std::string_view text);

/// The name itself if it is a word without brackets, otherwise the name in quotes.
std::string bif_spelling(std::string_view name);

}  // namespace pgm::io::detail
