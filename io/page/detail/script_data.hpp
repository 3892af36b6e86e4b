#pragma once

#include <io/format/record/detail/json_writer.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// The text of JSON as it may stand in a script: without `<`, which could end it, and without
/// characters that are invisible or turn the direction of writing, which are codes, `\u202e`. What
/// is no UTF-8 becomes U+FFFD.
std::string script_text(std::string_view json);

/// A value as JSON for the inside of a script.
template <class T>
std::string script_json(const T& value) {
    JsonWriter writer = JsonWriter::compact();
    writer.write(value);
    return script_text(writer.text());
}

/// Bytes in base64, with padding (RFC 4648, section 4).
std::string base64(std::span<const std::uint8_t> bytes);

/// Doubles in base64, each of 8 bytes, the lowest first.
std::string base64_of(std::span<const double> numbers);

/// A text packed by gzip, in base64.
std::string packed_base64(std::string_view text);

/// Bytes that are written as hexadecimal digits, two each, in base64.
std::string base64_of_digits(std::string_view digits);

}  // namespace pgm::io::detail
