#include <io/page/detail/script_json.hpp>

#include <pgm/core/text/characters.hpp>

namespace pgm::io::detail {
namespace {

void append_code(std::string& text, char32_t unit) {
    constexpr std::string_view digits = "0123456789abcdef";
    text += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) text += digits[unit >> shift & 15];
}

}  // namespace

std::string script_text(std::string_view json) {
    std::string text;
    text.reserve(json.size());
    while (!json.empty()) {
        const char32_t c = take_code_point(json);
        if (c != U'<' && !is_invisible_control(c)) {
            append_code_point(text, c);
        } else if (c < 0x10000) {
            append_code(text, c);
        } else {
            append_code(text, 0xd800 + ((c - 0x10000) >> 10));
            append_code(text, 0xdc00 + ((c - 0x10000) & 0x3ff));
        }
    }
    return text;
}

}  // namespace pgm::io::detail
