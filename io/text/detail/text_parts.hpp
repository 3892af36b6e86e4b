#pragma once

#include <pgm/core/text/characters.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

// Parts of a text that remember where they stand, in bytes from its beginning.

/// A name and where it stands.
struct FileName {
    std::string text;
    std::size_t offset = 0;

    /// True if it is this word in small letters, letter case aside.
    bool is(std::string_view lower) const { return equals_ignoring_case(text, lower); }
};

/// The names without their places.
inline std::vector<std::string> texts_of(const std::vector<FileName>& names) {
    std::vector<std::string> texts;
    for (const FileName& name : names) texts.push_back(name.text);
    return texts;
}

/// Names that stand at one place.
inline std::vector<FileName> names_at(std::size_t offset, std::vector<std::string> texts) {
    std::vector<FileName> names;
    for (std::string& text : texts) names.push_back({std::move(text), offset});
    return names;
}

/// A list of numbers. Places are bytes after `begin`.
struct FileNumbers {
    std::size_t begin = 0;
    std::vector<double> values;
    std::vector<std::uint32_t> places;

    void add(double value, std::size_t offset) {
        values.push_back(value);
        places.push_back(static_cast<std::uint32_t>(offset - begin));
    }
    std::size_t offset_of(std::size_t number) const {
        return number < places.size() ? begin + places[number] : begin;
    }
};

/// A list in brackets among numbers: those from `first` up to, and without, `end`.
struct NumberList {
    std::size_t first = 0, end = 0;
    std::size_t offset = 0;  ///< of its bracket
};

/// The piece of a text between the blanks and line ends around it.
inline std::string_view without_blanks_around(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos) return text.substr(text.size());
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace pgm::io::detail
