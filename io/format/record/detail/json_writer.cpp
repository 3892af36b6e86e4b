#include <io/format/record/detail/json_writer.hpp>

#include <pgm/core/text/characters.hpp>

#include <utility>

namespace pgm::io::detail {

void JsonWriter::write(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    text_ += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            text_.append({'\\', c});
        } else if (c == '\n') {
            text_ += "\\n";
        } else if (is_control(c)) {
            text_.append("\\u00").append({digits[static_cast<unsigned char>(c) >> 4],
                                          digits[static_cast<unsigned char>(c) & 15]});
        } else {
            text_ += c;
        }
    }
    text_ += '"';
}

void JsonWriter::begin_element() {
    const bool is_first = std::exchange(is_first_, false);
    if (!is_first) text_ += ',';
    if (on_one_line_ == 0)
        text_.append("\n").append(2 * depth_, ' ');
    else if (!is_first && has_blanks_)
        text_ += ' ';
}

}  // namespace pgm::io::detail
