#pragma once

#include <pgm/core/numbers.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pgm {

/// The shortest decimal that reads back as the same double, bit for bit ("0.1", "1e-300"). It does
/// not depend on the locale.
std::string to_text(double value);

/// The number with at most `digits` significant digits, for people ("0.6118").
std::string to_text(double value, int digits);

/// Numbers in brackets, "[0.9, 0.2]", as take_number_list() (lexer.hpp) reads them.
std::string to_text(std::span<const double> values);

/// The number that the whole text is, or null. Accepts finite decimals, also with a leading '+',
/// but no blanks, "nan", "inf", hexadecimal numbers or "1e999".
std::optional<double> parse_number(std::string_view text);

/// "x > 3", "x <= 4", "3 < x <= 4" for a quantity of that name; a bound that belongs to the other
/// side is written with >= or <, "x >= 3".
std::string interval_text(std::string_view name, const Interval& interval);

/// A count with what is counted, for people: "1 row", "2 rows", "0 classes". The noun is given in
/// the singular, and its plural ends in s, or es after s.
std::string counted(std::size_t count, std::string_view noun);

/// Takes a count that is a text, such as "9.3e+40".
std::string counted(std::string_view count, std::string_view noun);

}  // namespace pgm
