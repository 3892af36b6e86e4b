#include <io/options/data_options.hpp>

#include <algorithm>
#include <array>

namespace pgm::io {
namespace {

constexpr std::array<std::pair<std::string_view, DatePart>, 4> date_parts = {{
    {"number", DatePart::number},
    {"month", DatePart::month},
    {"weekday", DatePart::weekday},
    {"hour", DatePart::hour},
}};

/// Takes a word that is no order and not "text".
void add_part(std::vector<DatePart>& parts, std::string_view word) {
    const auto found =
        std::ranges::find(date_parts, word, [](const auto& part) { return part.first; });
    if (found == date_parts.end())
        throw ArgumentError(
            "dates are read as 'number', 'month', 'weekday', 'hour' or 'text', and "
            "'day-first' or 'month-first', not as '" +
            std::string(word) + "'");
    if (std::ranges::find(parts, found->second) == parts.end()) parts.push_back(found->second);
}

}  // namespace

DateOptions parse_date_options(std::string_view words) {
    DateOptions options;
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find(',', begin), words.size());
        const std::string_view word = words.substr(begin, end - begin);
        begin = end + 1;
        if (word == "text")
            options.are_texts = true;
        else if (word == "day-first" || word == "month-first")
            options.order = word == "day-first" ? DateOrder::day_first : DateOrder::month_first;
        else
            add_part(options.parts, word);
    }
    if (options.are_texts && !options.parts.empty())
        throw ArgumentError("dates are read as 'text' alone, or as number, month, weekday, hour");
    return options;
}

}  // namespace pgm::io
