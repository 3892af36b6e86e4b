#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pgm::io::detail {

// Parts of a text that remember where they stand, in bytes from its beginning.

/// A name and where it stands.
struct FileName {
    std::string text;
    std::size_t offset = 0;
};

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

}  // namespace pgm::io::detail
