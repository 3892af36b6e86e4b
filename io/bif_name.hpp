#pragma once

#include <array>
#include <string>
#include <string_view>

namespace pgm::io {

/// How names of variables and states are spelled in a BIF text, for its lexer and its writer.
///
/// A *word* is a run of bytes other than blanks, controls and { } ( ) [ ] , ; | " in which no comment begins; nearly every name met in practice is one: `<5`,
/// `20-30`, `x.1`, `größe`, `a/b`. Any other name is *quoted*: "..." with the escapes \" \\ and \xHH (a byte in hexadecimal). A backslash before anything
/// else is a backslash, since files of other programs know no escapes.

namespace bif_detail {

constexpr std::array<bool, 256> word_bytes() {
    std::array<bool, 256> is_word{};
    for (std::size_t byte = 0x21; byte < 256; ++byte) is_word[byte] = byte != 0x7F;
    for (const char c : std::string_view("{}()[],;|\"")) is_word[static_cast<unsigned char>(c)] = false;
    return is_word;
}

inline constexpr std::array<bool, 256> is_word_byte = word_bytes();

}  // namespace bif_detail

inline bool is_bif_word_byte(char c) {
    return bif_detail::is_word_byte[static_cast<unsigned char>(c)];
}
inline bool is_bif_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Whether a name can stand without quotes.
bool is_bif_word(std::string_view name);

std::string bif_quoted(std::string_view text);

/// The inverse of bif_quoted(), for what stands between the quotes.
std::string bif_unescaped(std::string_view text);

/// The name itself when it is a word, else in quotes.
std::string bif_spelling(std::string_view name);

}  // namespace pgm::io
