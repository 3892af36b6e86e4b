#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pgm {

/// Numbers as text, without locale and without loss.
///
/// The shortest decimal that reads back as the same double, bit for bit ("0.1", "1e-300"); the same
/// text on every machine.
std::string to_text(double value);

/// At most `digits` significant digits, for people ("0.6118").
std::string to_text(double value, int digits);

/// The whole of `text` as a finite decimal number, or nothing: no leading blanks, no "nan", no
/// "inf", no hexadecimal, no "1e999". A leading '+' is accepted.
std::optional<double> parse_number(std::string_view text);

}  // namespace pgm
