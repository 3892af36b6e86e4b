#include <io/page/detail/script_data.hpp>

#include <io/file/detail/packing.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <vector>

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

std::string base64(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t here = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8 | (k < here ? bytes[i + k] : std::uint8_t{0});
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= here ? letters[bits >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::string base64_of(std::span<const double> numbers) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(8 * numbers.size());
    for (const double number : numbers) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        for (int shift = 0; shift < 64; shift += 8)
            bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
    }
    return base64(bytes);
}

std::string packed_base64(std::string_view text) {
    std::vector<std::uint8_t> bytes;
    const auto packer = gzip_packer(
        [&](std::string_view piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
    packer->write(text);
    packer->finish();
    return base64(bytes);
}

std::string base64_of_digits(std::string_view digits) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        std::uint8_t byte = 0;
        std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
        bytes.push_back(byte);
    }
    return base64(bytes);
}

}  // namespace pgm::io::detail
