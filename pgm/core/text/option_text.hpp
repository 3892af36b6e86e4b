#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// An option written as "word" or "word:argument", or with another separator.
struct OptionText {
    std::string_view word;
    std::string_view argument;
    bool has_argument = false;
};

OptionText split_option(std::string_view text, char separator = ':');

/// Splits a text at a separator (a comma or a semicolon) outside of quotes and removes blanks
/// around the pieces. An empty text has no pieces.
std::vector<std::string_view> split_list(std::string_view text, char separator);

/// The number of "word:number". Throws ArgumentError such as "floor needs a number above 0, as in
/// floor:1e-6, not 'x'", where `what` is "floor" and `range` is "above 0".
double number_of(std::string_view text, std::string_view what, std::string_view range,
                 std::string_view example);

/// Throws ArgumentError that names the unknown word, the nearest known word and all known words.
[[noreturn]] void throw_unknown_word(std::string_view what, std::string_view text,
                                     std::span<const std::string> words);

}  // namespace pgm
