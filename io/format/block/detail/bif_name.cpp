#include <io/format/block/detail/bif_name.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

constexpr std::string_view hexadecimal = "0123456789abcdef";

/// The byte that the text xHH after a backslash denotes, or -1.
int escaped_byte(std::string_view text) {
    if (text.size() < 3 || text[0] != 'x') return -1;
    const std::size_t high = hexadecimal.find(text[1]);
    const std::size_t low = hexadecimal.find(text[2]);
    if (high == std::string_view::npos || low == std::string_view::npos) return -1;
    return static_cast<int>(16 * high + low);
}

}  // namespace

bool is_bif_word(std::string_view name) {
    if (name.empty()) return false;
    if (std::all_of(name.begin(), name.end(), is_plain_bif_word_byte)) return true;
    return std::all_of(name.begin(), name.end(), is_bif_word_byte) &&
           name.find("//") == std::string_view::npos && name.find("/*") == std::string_view::npos;
}

std::string bif_quoted(std::string_view text) {
    std::string quoted = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20 || byte == 0x7F) {
            quoted += {'\\', 'x', hexadecimal[byte / 16], hexadecimal[byte % 16]};
        } else {
            if (byte == '"' || byte == '\\') quoted += '\\';
            quoted += text[i];
        }
    }
    return quoted + '"';
}

std::string bif_unescaped(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view after = text.substr(i + 1);
        if (text[i] == '\\' && (after.starts_with('"') || after.starts_with('\\'))) {
            plain += text[++i];
        } else if (const int byte = text[i] == '\\' ? escaped_byte(after) : -1; byte >= 0) {
            plain += static_cast<char>(byte);
            i += 3;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

std::string bif_spelling(std::string_view name) {
    const bool has_brackets = name.find_first_of("[]") != std::string_view::npos;
    return is_bif_word(name) && !has_brackets ? std::string(name) : bif_quoted(name);
}

}  // namespace pgm::io::detail
