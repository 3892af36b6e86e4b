#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// Bytes in base64, with padding (RFC 4648, section 4).
std::string base64(std::span<const std::uint8_t> bytes);

/// Doubles in base64, each of 8 bytes, the lowest first.
std::string base64_of(std::span<const double> numbers);

/// Bytes that are written as hexadecimal digits, two each, in base64.
std::string base64_of_digits(std::string_view digits);

}  // namespace pgm::io::detail
