#include <pgm/explain/detail/exact_cells.hpp>

#include <pgm/core/text/number_text.hpp>
#include <pgm/table/detail/step_arithmetic.hpp>

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <optional>

namespace pgm::detail {
namespace {

using Fraction = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;

constexpr std::size_t most_digits = 6, most_printed = 12;
constexpr std::size_t most_exact_cells = 1 << 14;  ///< fractions of many digits take time

/// The number as the decimal that is its shortest text; null where that is not short.
std::optional<Fraction> short_decimal(double number) {
    const std::string text = to_text(number);
    const std::size_t exponent = text.find('e');
    const std::size_t point = std::min(text.find('.'), exponent);
    std::string digits;
    for (const char c : text.substr(0, exponent))
        if (c >= '0' && c <= '9') digits += c;
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) return Fraction(0);
    if (digits.size() > most_digits) return std::nullopt;
    int scale = exponent == text.npos ? 0 : std::stoi(text.substr(exponent + 1));
    if (point < std::min(exponent, text.size()))
        scale -= static_cast<int>(std::min(exponent, text.size()) - point - 1);
    if (std::abs(scale) > 30) return std::nullopt;
    const Integer power = pow(Integer(10), static_cast<unsigned>(std::abs(scale)));
    return scale < 0 ? Fraction(Integer(digits), power) : Fraction(Integer(digits) * power);
}

bool is_readable(const Fraction& fraction) {
    return numerator(fraction).str().size() <= most_printed &&
           denominator(fraction).str().size() <= most_printed;
}

}  // namespace

std::vector<std::string> exact_cells(const Calculation& calculation, std::size_t table) {
    std::size_t cells = 0;
    for (std::size_t i = 0; i < calculation.size(); ++i) cells += calculation.table(i).size();
    if (cells > most_exact_cells) return {};
    std::vector<std::vector<Fraction>> exact(calculation.size());
    const auto scope_of = [&](std::size_t i) -> const Scope& {
        return calculation.table(i).scope();
    };
    const auto cells_of = [&](std::size_t i) -> const std::vector<Fraction>& { return exact[i]; };
    for (std::size_t i = 0; i < calculation.size(); ++i) {
        if (const CalculationStep* const step = calculation.maker(i)) {
            exact[i] = cells_made_by<Fraction>(*step, scope_of, cells_of);
            continue;
        }
        for (const double number : calculation.table(i).values()) {
            const std::optional<Fraction> decimal = short_decimal(number);
            if (!decimal) return {};
            exact[i].push_back(*decimal);
        }
    }
    if (!std::ranges::all_of(exact[table], is_readable)) return {};
    std::vector<std::string> texts;
    for (const Fraction& fraction : exact[table]) texts.push_back(fraction.str());
    return texts;
}

}  // namespace pgm::detail
