#include <apps/pgm/shell/json_text.hpp>

#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/utf8.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <utility>

namespace pgm::apps {
namespace {

/// "\u0085"; of a code point beyond the first 65,536 the pair of surrogates that JSON asks for.
std::string escape(char32_t c) {
    const auto code = static_cast<std::uint32_t>(c);
    if (code < 0x10000) return fmt::format("\\u{:04x}", code);
    const std::uint32_t rest = code - 0x10000;
    return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

}  // namespace

JsonText& JsonText::key(std::string_view name) {
    separate();
    quote(name);
    text_ += ':';
    needs_comma_ = false;
    return *this;
}

JsonText& JsonText::string(std::string_view text) {
    separate();
    quote(text);
    needs_comma_ = true;
    return *this;
}

JsonText& JsonText::number(double value) {
    return std::isfinite(value) ? scalar(to_text(value)) : null();
}

JsonText& JsonText::count(double value) {
    const bool exact = value >= 0 && value < 0x1p53 && value == std::floor(value);
    return exact ? count(static_cast<std::size_t>(value)) : number(value);
}

JsonText& JsonText::count(std::size_t value) {
    return scalar(std::to_string(value));
}

JsonText& JsonText::boolean(bool value) {
    return scalar(value ? "true" : "false");
}

JsonText& JsonText::null() {
    return scalar("null");
}

std::string JsonText::take() {
    return std::exchange(text_, {});
}

JsonText& JsonText::open(char bracket) {
    separate();
    text_ += bracket;
    needs_comma_ = false;
    return *this;
}

JsonText& JsonText::close(char bracket) {
    text_ += bracket;
    needs_comma_ = true;
    return *this;
}

JsonText& JsonText::scalar(std::string_view text) {
    separate();
    text_ += text;
    needs_comma_ = true;
    return *this;
}

void JsonText::separate() {
    if (needs_comma_) text_ += ',';
}

void JsonText::quote(std::string_view text) {
    text_ += '"';
    while (!text.empty()) {
        const char32_t c = take_code_point(text);
        if (c == U'"' || c == U'\\') {
            text_ += '\\';
            text_ += static_cast<char>(c);
        } else if (is_invisible_control(c)) {
            text_ += escape(c);
        } else {
            append_code_point(text_, c);
        }
    }
    text_ += '"';
}

}  // namespace pgm::apps
