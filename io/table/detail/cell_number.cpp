#include <io/table/detail/column_encoder.hpp>
#include <io/text/detail/decimal.hpp>

#include <algorithm>
#include <string>

namespace pgm::io::detail {
namespace {

std::optional<double> number_with_point(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const ScannedDecimal found = scan_decimal(text.data(), text.data() + text.size());
    if (!found.end || found.end != text.data() + text.size() || text.starts_with('-') ||
        (negative && text.starts_with('+')))
        return std::nullopt;
    return negative ? -found.value : found.value;
}

/// The number of a cell with another decimal sign. A text with a point is then no number.
std::optional<double> number_with(char decimal, std::string_view text) {
    if (text.find('.') != std::string_view::npos) return std::nullopt;
    std::string with_point(text);
    std::ranges::replace(with_point, decimal, '.');
    return number_with_point(with_point);
}

}  // namespace

std::optional<double> cell_number(std::string_view text, const DataOptions& options) {
    return options.decimal == '.' ? number_with_point(text) : number_with(options.decimal, text);
}

}  // namespace pgm::io::detail
