#pragma once

namespace pgm {

// Questions about single bytes. Unlike those of <cctype> they take any char, negative ones
// included, and never ask the locale: a file means the same on every machine.

constexpr char ascii_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The bytes that no text holds, tab and line ends among them.
constexpr bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

constexpr bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

}  // namespace pgm
