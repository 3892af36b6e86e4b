#include <bench/network_table/table_text.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::bench {

std::string digits(double value) {
    if (value == 0 || !std::isfinite(value)) return value == 0 ? "0" : "-";
    const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 2);
    const double rounded = std::round(value / unit) * unit;
    const int decimals =
        std::max(0, 2 - static_cast<int>(std::floor(std::log10(std::abs(rounded)))));
    std::string text = to_text(rounded, 15);
    if (text.find('e') == std::string::npos) return text;
    text = std::to_string(std::llround(rounded * std::pow(10, decimals)));
    if (decimals > 0) {
        text.insert(
            0, static_cast<std::size_t>(std::max(0, decimals + 1 - static_cast<int>(text.size()))),
            '0');
        text.insert(text.size() - static_cast<std::size_t>(decimals), ".");
    }
    return text;
}

std::string table(const Row& head, const std::vector<Row>& rows) {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < head.size(); ++c) {
        widths.push_back(head[c].size());
        for (const Row& row : rows) widths[c] = std::max(widths[c], row[c].size());
    }
    const auto line = [&](const Row& row) {
        std::string text = "|";
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string blanks(widths[c] - row[c].size(), ' ');
            text += ' ' + (c == 0 ? row[c] + blanks : blanks + row[c]) + " |";
        }
        return text + '\n';
    };
    std::string text = line(head) + "|";
    for (std::size_t c = 0; c < head.size(); ++c)
        text +=
            c == 0 ? std::string(widths[c] + 2, '-') + "|" : std::string(widths[c] + 1, '-') + ":|";
    text += '\n';
    for (const Row& row : rows) text += line(row);
    return text;
}

}  // namespace pgm::bench
