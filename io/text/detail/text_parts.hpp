#pragma once

#include <pgm/model/draft/written.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The names without their places.
inline std::vector<std::string> texts_of(const std::vector<WrittenName>& names) {
    std::vector<std::string> texts;
    for (const WrittenName& name : names) texts.push_back(name.text);
    return texts;
}

/// Names that stand at one place.
inline std::vector<WrittenName> names_at(std::size_t offset, std::vector<std::string> texts) {
    std::vector<WrittenName> names;
    for (std::string& text : texts) names.push_back({std::move(text), offset});
    return names;
}

/// The piece of a text between the blanks and line ends around it.
inline std::string_view without_blanks_around(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos) return text.substr(text.size());
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace pgm::io::detail
