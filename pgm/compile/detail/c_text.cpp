#include <pgm/compile/detail/c_text.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace pgm::detail {
namespace {

constexpr auto c_words = std::to_array<std::string_view>(
    {"alignas",  "alignof",  "and",      "asm",      "auto",     "bitand", "bitor",   "bool",
     "break",    "case",     "catch",    "char",     "class",    "compl",  "concept", "const",
     "continue", "default",  "delete",   "do",       "double",   "else",   "enum",    "explicit",
     "export",   "extern",   "false",    "float",    "for",      "friend", "goto",    "if",
     "import",   "inline",   "int",      "long",     "main",     "module", "mutable", "namespace",
     "new",      "noexcept", "not",      "nullptr",  "operator", "or",     "private", "protected",
     "public",   "register", "requires", "restrict", "return",   "short",  "signed",  "sizeof",
     "static",   "struct",   "switch",   "template", "this",     "throw",  "true",    "try",
     "typedef",  "typeid",   "typename", "union",    "unsigned", "using",  "virtual", "void",
     "volatile", "while",    "xor"});

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

std::string filled(std::string_view text, const CWords& words) {
    std::string result;
    while (true) {
        const std::size_t at = text.find('@');
        result += text.substr(0, at);
        if (at == std::string_view::npos) return result;
        text.remove_prefix(at + 1);
        const auto word = std::ranges::find_if(
            words, [&](const auto& entry) { return text.starts_with(entry.first); });
        result += word->second;
        text.remove_prefix(word->first.size());
    }
}

std::string filled_header(std::string_view declarations, const CWords& words) {
    constexpr std::string_view begin = R"(/* @COMMENT. */
#ifndef @NAME_H
#define @NAME_H

#ifdef __cplusplus
extern "C" {
#endif
)";
    constexpr std::string_view end = R"(
#ifdef __cplusplus
}
#endif

#endif
)";
    return filled(begin, words) + filled(declarations, words) + std::string(end);
}

std::string CStyle::number(double value) const {
    std::string text;
    if (single) {
        std::array<char, 32> digits;
        const auto end = std::to_chars(digits.begin(), digits.end(), static_cast<float>(value)).ptr;
        text.assign(digits.begin(), end);
    } else {
        text = to_text(value);
    }
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return single ? text + "f" : text;
}

CWords words_of(const CStyle& style) {
    const bool single = style.single;
    return {{"FREXP", style.function("frexp")},
            {"HIGH", style.number(single ? 0x1p8 : 0x1p32)},
            {"LARGEST", style.number(single ? 3.4028234663852886e38 : 1.7976931348623157e308)},
            {"LDEXP", style.function("ldexp")},
            {"LOW", style.number(single ? 0x1p-8 : 0x1p-32)},
            {"REAL", std::string(style.type())},
            {"SMALLEST", style.number(single ? 1.1754943508222875e-38 : 2.2250738585072014e-308)}};
}

std::string c_string(std::string_view text) {
    std::string literal = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || c == '?') {
            literal += {'\\', c};
        } else if (byte >= 0x20 && byte < 0x7f) {
            literal += c;
        } else {
            literal += '\\';
            for (const int shift : {6, 3, 0})
                literal += static_cast<char>('0' + (byte >> shift & 7));
        }
    }
    return literal + '"';
}

std::string c_comment(std::string_view text) {
    std::string comment;
    for (const char c : text) {
        const bool makes_mark = !comment.empty() && ((comment.back() == '*' && c == '/') ||
                                                     (comment.back() == '/' && c == '*'));
        if (makes_mark) comment += ' ';
        comment += is_control(c) || c == '\\' || c == '?' ? '_' : c;
    }
    return comment;
}

bool is_c_name(std::string_view text) {
    return !text.empty() && !is_digit(text.front()) && text.front() != '_' &&
           std::ranges::all_of(text,
                               [](char c) { return is_letter(c) || is_digit(c) || c == '_'; }) &&
           text.find("__") == std::string_view::npos && !std::ranges::binary_search(c_words, text);
}

void check_c_name(std::string_view text) {
    if (is_c_name(text)) return;
    throw ArgumentError("'" + printable(text) + "' is no name of C",
                        "begin it with a letter, and go on with letters, digits and underscores");
}

std::string CNames::add(std::string_view wish) {
    std::string name;
    for (const char c : wish) {
        const char next = is_letter(c) || is_digit(c) ? c : '_';
        if (next != '_' || (!name.empty() && name.back() != '_')) name += next;
    }
    if (name.empty() || is_digit(name.front())) name = "n" + (name.empty() ? name : "_" + name);
    const std::string first = name;
    for (int number = 2; !is_c_name(name) || taken_.contains(name); ++number)
        name = first + (first.back() == '_' ? "" : "_") + std::to_string(number);
    taken_.insert(name);
    return name;
}

void CNames::reserve(std::string_view program) {
    const auto is_of_name = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
    while (!program.empty()) {
        const auto begin = std::ranges::find_if(program, is_of_name);
        const auto end = std::find_if_not(begin, program.end(), is_of_name);
        taken_.emplace(begin, end);
        program = {end, program.end()};
    }
}

std::string c_list(std::span<const std::string> items) {
    constexpr std::size_t columns = 100;
    std::string text = "{\n   ";
    std::size_t column = 3;
    for (const std::string& item : items) {
        if (column + item.size() + 2 > columns && column > 3) text += "\n   ", column = 3;
        text += ' ' + item + ',';
        column += item.size() + 2;
    }
    return text + "\n}";
}

}  // namespace pgm::detail
