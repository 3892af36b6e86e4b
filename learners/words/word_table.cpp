#include <learners/words/word_table.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners {
namespace {

constexpr std::string_view third = "1/3";

std::optional<double> number_or_fraction(std::string_view text) {
    const std::size_t bar = text.find('/');
    if (bar == text.npos) return parse_number(text);
    const std::optional<double> above = parse_number(text.substr(0, bar)),
                                below = parse_number(text.substr(bar + 1));
    if (!above || !below || *below == 0) return std::nullopt;
    return *above / *below;
}

}  // namespace

double parse_argument(std::string_view word, std::string_view argument, const NumberRange& range,
                      bool is_whole) {
    const std::optional<double> number = number_or_fraction(argument);
    const bool is_fine = number && *number >= range.least && *number <= range.most &&
                         (!is_whole || *number == std::floor(*number));
    if (is_fine) return *number;
    throw ArgumentError(std::string(word) + " needs " + std::string(range.name) + ", as in " +
                        std::string(range.example) + ", not '" + printable(argument) + "'");
}

std::string format_argument(double number) {
    return number == 1.0 / 3 ? std::string(third) : to_text(number);
}

std::string help_lines(std::span<const WordHelp> words) {
    std::size_t width = 0;
    for (const WordHelp& word : words) width = std::max(width, word.spelling.size());
    std::string lines;
    for (const WordHelp& word : words)
        lines += "  " + word.spelling + std::string(width + 3 - word.spelling.size(), ' ') +
                 word.help + "\n";
    return lines;
}

}  // namespace pgm::learners
