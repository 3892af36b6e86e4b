#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::detail {

/// ImageOptions::factors_between_scalings of programs with floats.
inline constexpr std::uint32_t factors_of_floats = 2;

/// The words that the printed C is made of.
struct CStyle {
    std::string name;     ///< with which every name of the program begins
    bool single = false;  ///< numbers are floats
    bool fixed = false;   ///< numbers are whole ones of 16 bits

    std::string_view type() const { return fixed ? "unsigned short" : single ? "float" : "double"; }
    /// A function of math.h for this type, of that name for doubles.
    std::string function(std::string_view of_double) const {
        return std::string(of_double) + (single ? "f" : "");
    }
    /// The shortest decimal that reads back as this number of the program's type.
    std::string number(double value) const;
};

/// CWords of a text that stand behind @, with what takes their place. Of two words that begin alike
/// the longer one must come first.
using CWords = std::vector<std::pair<std::string_view, std::string>>;

std::string filled(std::string_view text, const CWords& words);

/// A header with these declarations, for C and C++; its words are COMMENT, NAME and theirs.
std::string filled_header(std::string_view declarations, const CWords& words);

/// The type, its functions and its limits.
CWords words_of(const CStyle& style);

/// A text as the literal of a string, in ASCII without trigraphs.
std::string c_string(std::string_view text);

/// A text for the inside of a comment, that cannot end it or begin another.
std::string c_comment(std::string_view text);

/// Names of C, each once. What is no letter or digit becomes an underscore; a word of C or C++, and
/// a name that is taken, gets a number behind it.
class CNames {
public:
    std::string add(std::string_view wish);
    /// All words of a program are taken.
    void reserve(std::string_view program);

private:
    std::set<std::string, std::less<>> taken_;
};

/// True for a text that can be a name of C and C++ as it is.
bool is_c_name(std::string_view text);

/// Throws ArgumentError for any other.
void check_c_name(std::string_view text);

/// A list between braces, in lines of at most 100 columns.
std::string c_list(std::span<const std::string> items);

template <class Items, class Text>
std::string c_list(const Items& items, const Text& text) {
    std::vector<std::string> texts;
    for (const auto& item : items) texts.push_back(text(item));
    return c_list(texts);
}

}  // namespace pgm::detail
