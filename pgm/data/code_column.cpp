#include <pgm/data/unusable_columns.hpp>

#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {
namespace {

constexpr std::size_t most_codes = 10;

}  // namespace

void CodeColumns::CodeCandidate::add(std::span<const double> numbers) {
    for (const double number : numbers) {
        if (!is_possible) return;
        if (std::isnan(number)) continue;
        ++known;
        if (std::ranges::find(different, number) != different.end()) continue;
        is_possible = number == std::floor(number) && different.size() < most_codes;
        different.push_back(number);
    }
}

void CodeColumns::add(const Dataset& part) {
    const bool is_first = columns_.empty();
    std::size_t next = 0;
    for (const Column& column : part.columns()) {
        const auto* const numbers = std::get_if<RealCells>(&column.cells);
        if (numbers == nullptr) continue;
        if (is_first) columns_.push_back({.name = column.name(), .different = {}});
        columns_[next++].add(*numbers);
    }
}

std::vector<std::string> CodeColumns::names(std::span<const std::string> kept) const {
    std::vector<std::string> names;
    for (const auto& [name, different, known, is_possible] : columns_)
        if (is_possible && different.size() >= 2 && known >= 2 * different.size() &&
            std::ranges::find(kept, name) == kept.end())
            names.push_back(name);
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
