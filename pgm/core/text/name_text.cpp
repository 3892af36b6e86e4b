#include <pgm/core/text/name_text.hpp>

#include <pgm/core/text/ascii.hpp>
#include <pgm/core/text/utf8.hpp>

#include <algorithm>

namespace pgm {
namespace {

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || static_cast<unsigned char>(c) >= 128;
}

}  // namespace

bool is_plain_word(std::string_view name) {
    if (name.empty() || !is_word_character(name.front())) return false;
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return is_word_character(c) || c == '-' || c == '+'; });
}

std::string quoted_if_needed(std::string_view name) {
    if (is_plain_word(name)) return std::string(name);
    const bool prefers_double = name.find('\'') != name.npos && name.find('"') == name.npos;
    const char quote = prefers_double ? '"' : '\'';
    std::string text(1, quote);
    for (const char c : name) text.append(c == quote ? 2 : 1, c);
    return text + quote;
}

std::optional<std::string> read_quoted(std::string_view text, std::size_t& position) {
    const char quote = text[position];
    std::string name;
    for (std::size_t i = position + 1; i < text.size(); ++i) {
        if (text[i] != quote) {
            name += text[i];
        } else if (i + 1 < text.size() && text[i + 1] == quote) {
            name += text[i++];
        } else {
            position = i + 1;
            return name;
        }
    }
    return std::nullopt;
}

bool has_control_character(std::string_view name) {
    return std::any_of(name.begin(), name.end(), is_control);
}

std::string printable(std::string_view name) {
    constexpr std::size_t columns = 80;
    return without_controls(shortened(name, columns));
}

std::string printable_word(std::string_view name) {
    return quoted_if_needed(printable(name));
}

}  // namespace pgm
