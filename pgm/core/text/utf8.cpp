#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace pgm {
namespace {

constexpr char32_t replacement = 0xFFFD;
constexpr char32_t ellipsis = 0x2026;

unsigned char byte_at(std::string_view text, std::size_t i) {
    return static_cast<unsigned char>(text[i]);
}

/// The length of the sequence that begins with this byte; 0 if none can.
std::size_t announced_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

bool is_scalar_of_length(char32_t code_point, std::size_t length) {
    if (length == 3) return code_point >= 0x800 && (code_point < 0xD800 || code_point > 0xDFFF);
    if (length == 4) return code_point >= 0x10000 && code_point <= 0x10FFFF;
    return true;
}

std::size_t columns_of(char32_t c) {
    if ((c >= 0x300 && c <= 0x36F) || (c >= 0x200B && c <= 0x200F) || (c >= 0xFE00 && c <= 0xFE0F))
        return 0;
    const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
                      (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
                      (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                      (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
    return wide ? 2 : 1;
}

/// The number of leading ASCII bytes, which are nearly all bytes; eight are tested at a time.
std::size_t ascii_prefix(std::string_view bytes) {
    constexpr std::uint64_t beyond_ascii = 0x8080808080808080;
    std::size_t count = 0;
    for (std::uint64_t word = 0; bytes.size() - count >= sizeof word; count += sizeof word) {
        std::memcpy(&word, bytes.data() + count, sizeof word);
        if ((word & beyond_ascii) != 0) break;
    }
    while (count < bytes.size() && byte_at(bytes, count) < 0x80) ++count;
    return count;
}

}  // namespace

char32_t take_code_point(std::string_view& rest) {
    const unsigned char lead = byte_at(rest, 0);
    const std::size_t length = announced_length(lead);
    if (length == 0 || length > rest.size()) {
        rest.remove_prefix(1);
        return replacement;
    }
    char32_t code_point = length == 1 ? lead : lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte_at(rest, i) & 0xC0) != 0x80) {
            rest.remove_prefix(1);
            return replacement;
        }
        code_point = (code_point << 6) | (byte_at(rest, i) & 0x3Fu);
    }
    const bool valid = is_scalar_of_length(code_point, length);
    rest.remove_prefix(valid ? length : 1);
    return valid ? code_point : replacement;
}

void append_code_point(std::string& text, char32_t c) {
    const auto append = [&text](char32_t byte) { text += static_cast<char>(byte); };
    if (c < 0x80) {
        append(c);
    } else if (c < 0x800) {
        append(0xC0 | (c >> 6));
        append(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        append(0xE0 | (c >> 12));
        append(0x80 | ((c >> 6) & 0x3F));
        append(0x80 | (c & 0x3F));
    } else {
        append(0xF0 | (c >> 18));
        append(0x80 | ((c >> 12) & 0x3F));
        append(0x80 | ((c >> 6) & 0x3F));
        append(0x80 | (c & 0x3F));
    }
}

bool is_utf8(std::string_view bytes) {
    for (;;) {
        bytes.remove_prefix(ascii_prefix(bytes));
        if (bytes.empty()) return true;
        const std::size_t before = bytes.size();
        if (take_code_point(bytes) == replacement && before - bytes.size() == 1) return false;
    }
}

bool is_invisible_control(char32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool separator = c == 0x2028 || c == 0x2029;
    const bool direction = c == 0x61C || c == 0x200E || c == 0x200F ||
                           (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    const bool noncharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
    // The byte-order mark, interlinear annotations and tags, which are invisible.
    const bool other =
        c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
    return control || separator || direction || noncharacter || other;
}

std::string without_controls(std::string_view text, char32_t replacement_mark) {
    std::string result;
    while (!text.empty()) {
        const char32_t c = take_code_point(text);
        append_code_point(result, is_invisible_control(c) ? replacement_mark : c);
    }
    return result;
}

bool is_printable_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

std::size_t display_columns(std::string_view text) {
    if (is_printable_ascii(text)) return text.size();
    std::size_t columns = 0;
    while (!text.empty()) columns += columns_of(take_code_point(text));
    return columns;
}

std::string shortened(std::string_view text, std::size_t columns) {
    if (text.size() <= columns && is_printable_ascii(text)) return std::string(text);
    // A letter has at most a few combining marks; text with more is not writing.
    constexpr std::size_t most_per_column = 8;
    const std::size_t most = most_per_column * columns;
    std::string result;
    std::size_t used = 0, taken = 0, cut = 0;  // the first `cut` bytes leave room for the ellipsis
    while (!text.empty()) {
        const char32_t c = take_code_point(text);
        used += columns_of(c);
        if (used > columns || ++taken > most) {
            result.resize(cut);
            append_code_point(result, ellipsis);
            return result;
        }
        append_code_point(result, c);
        if (used < columns) cut = result.size();
    }
    return result;
}

bool has_control_character(std::string_view name) {
    return std::any_of(name.begin(), name.end(), is_control);
}

std::string printable(std::string_view name) {
    constexpr std::size_t columns = 80;
    return without_controls(shortened(name, columns));
}

}  // namespace pgm
