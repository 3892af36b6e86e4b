#include <pgm/core/text/name_text.hpp>

#include <pgm/core/text/lexer.hpp>

namespace pgm {

std::string quoted_if_needed(std::string_view name) {
    if (is_plain_word(name)) return std::string(name);
    const bool prefers_double = name.find('\'') != name.npos && name.find('"') == name.npos;
    const char quote = prefers_double ? '"' : '\'';
    std::string text(1, quote);
    for (const char c : name) text.append(c == quote ? 2 : 1, c);
    return text + quote;
}

std::string in_quotes(std::string_view name) {
    return "'" + printable(name) + "'";
}

std::string printable_word(std::string_view name) {
    return quoted_if_needed(printable(name));
}

}  // namespace pgm
