#pragma once

#include <pgm/core/error.hpp>

#include <cstddef>
#include <iterator>
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

/// "a, b, c and 4 more": what `text_of` makes of the first elements of a range.
template <class Range, class TextOf>
std::string first_few(const Range& range, std::size_t most, const TextOf& text_of) {
    std::string text;
    std::size_t left = most;
    for (const auto& element : range) {
        if (left-- == 0) break;
        text.append(text.empty() ? "" : ", ").append(text_of(element));
    }
    const std::size_t count = std::size(range);
    return count > most ? text + " and " + std::to_string(count - most) + " more" : text;
}

/// The kind of an error as a word for programs: "parse", "model", "evidence", "argument",
/// "too_large", "impossible" or "io".
const char* word_of(ErrorCode code);
/// "note", "warning" or "error"
const char* word_of(Problem::Severity severity);

/// The number of "word:number". Throws ArgumentError such as "floor needs a number above 0, as in
/// floor:1e-6, not 'x'", where `what` is "floor" and `range` is "above 0".
double number_of(std::string_view text, std::string_view what, std::string_view range,
                 std::string_view example);

/// Throws ArgumentError that names the unknown word, the nearest known word and all known words.
[[noreturn]] void throw_unknown_word(std::string_view what, std::string_view text,
                                     std::span<const std::string> words);

/// The candidate nearest to a mistyped name, or "" if none is near. It has the smallest edit
/// distance (insertions, deletions, substitutions and swaps of neighbours; a difference of letter
/// case counts an eighth, and a name that differs in case and blanks around it only is nearest), at
/// most a third of the name's length. Otherwise it is the first
/// candidate that begins with the name or that the name begins with (`hours` for `hours_worked`),
/// letter case aside. Ties go to the earlier candidate.
std::string nearest_name(std::string_view mistyped, std::span<const std::string> candidates);

/// The hint of an error about an unknown name: "did you mean 'smoke'?" with at most three near
/// names or, if none is near, "known: a, b, c, ..." with at most eight names. Long names are
/// shortened.
std::string did_you_mean(std::string_view mistyped, std::span<const std::string> candidates);

/// A remark about a name that a person reads as one of the candidates, though they are different
/// names: "'Age' differs from 'age' in letter case only", or in the blanks around it. "" if no
/// candidate is that near. Case is that of ASCII letters.
std::string case_difference(std::string_view mistyped, std::span<const std::string> candidates);

}  // namespace pgm
