#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pgm {

///
/// The shortest decimal that reads back as the same double, bit for bit ("0.1", "1e-300"). It does
/// not depend on the locale.
std::string to_text(double value);

/// The number with at most `digits` significant digits, for people ("0.6118").
std::string to_text(double value, int digits);

/// Numbers in brackets, "[0.9, 0.2]", as take_number_list() (lexer.hpp) reads them.
std::string to_text(std::span<const double> values);

/// The number that the whole text is, or nothing. Accepts finite decimals, also with a leading '+',
/// but no blanks, "nan", "inf", hexadecimal numbers or "1e999".
std::optional<double> parse_number(std::string_view text);

}  // namespace pgm
