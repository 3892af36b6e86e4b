#include <pgm/data/unusable_columns.hpp>

#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {
namespace {

constexpr std::size_t most_codes = 10;

}  // namespace

bool may_have_codes(const Column& column) {
    const auto* const numbers = std::get_if<RealCells>(&column.cells);
    if (numbers == nullptr) return false;
    std::vector<double> different;
    std::size_t known = 0;
    for (const double number : *numbers) {
        if (std::isnan(number)) continue;
        ++known;
        if (std::ranges::find(different, number) != different.end()) continue;
        if (number != std::floor(number) || different.size() == most_codes) return false;
        different.push_back(number);
    }
    return different.size() >= 2 && known >= 2 * different.size();
}

std::vector<std::string> columns_of_codes(const Dataset& data, std::span<const std::string> kept) {
    std::vector<std::string> names;
    for (const Column& column : data.columns())
        if (std::ranges::find(kept, column.name()) == kept.end() && may_have_codes(column))
            names.push_back(column.name());
    return names;
}

std::string codes_remark(std::span<const std::string> columns) {
    constexpr std::size_t most_shown = 8;
    const std::size_t shown = std::min(columns.size(), most_shown), more = columns.size() - shown;
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool is_last = i + 1 == shown && more == 0;
        if (i > 0) text += is_last ? " and " : ", ";
        text += "'" + printable(columns[i]) + "'";
    }
    if (more > 0) text += " and " + std::to_string(more) + " more";
    return text + (columns.size() == 1 ? " has" : " have") + " at most " +
           std::to_string(most_codes) + " different whole numbers and " +
           (columns.size() == 1 ? "is" : "are") + " taken as numbers";
}

}  // namespace pgm
