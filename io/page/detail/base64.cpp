#include <io/page/detail/base64.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <vector>

namespace pgm::io::detail {

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
