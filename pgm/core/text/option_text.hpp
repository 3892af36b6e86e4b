#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners {

/// A choice written as "word" or "word:argument".
struct OptionText {
    std::string_view word;
    std::string_view argument;
    bool has_argument = false;
};

OptionText split_option(std::string_view text);

/// The pieces between separators (a comma or a semicolon), blanks around them dropped; an empty
/// text has none. What stands in quotes separates nothing.
std::vector<std::string_view> split_list(std::string_view text, char separator);

/// The number of "word:number". Throws ArgumentError "floor needs a number above 0, as in
/// floor:1e-6, not 'x'": `what` is "floor", `range` the words between.
double number_of(std::string_view text, std::string_view what, std::string_view range,
                 std::string_view example);

/// ArgumentError that names what was not understood, the nearest of the words and all of them.
[[noreturn]] void throw_unknown_word(std::string_view what, std::string_view text,
                                     std::span<const std::string> words);

}  // namespace pgm::learners
