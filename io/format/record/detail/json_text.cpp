#include <io/format/record/detail/json_text.hpp>

#include <pgm/core/text/characters.hpp>

namespace pgm::io::detail {

std::string json_quoted(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            quoted.append({'\\', c});
        } else if (c == '\n') {
            quoted += "\\n";
        } else if (is_control(c)) {
            quoted.append("\\u00").append({digits[static_cast<unsigned char>(c) >> 4],
                                           digits[static_cast<unsigned char>(c) & 15]});
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

std::string& JsonLines::next() {
    if (depth_ > 0) text_ += is_first_ ? "\n" : ",\n";
    is_first_ = false;
    return text_.append(2 * depth_, ' ');
}

void JsonLines::close(char bracket) {
    --depth_;
    if (!is_first_) text_.append("\n").append(2 * depth_, ' ');
    text_ += bracket;
    is_first_ = false;
}

}  // namespace pgm::io::detail
