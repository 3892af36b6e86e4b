#pragma once

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pgm::sources::detail {

// Numbers as ranks send them to each other: as they are in memory. All ranks run one program on one
// kind of machine, and nothing of it is stored.

/// Appends a run of numbers, with how many they are in front.
template <class Number>
requires std::is_arithmetic_v<Number>
void append_numbers(std::string& bytes, std::span<const Number> numbers) {
    const std::uint64_t count = numbers.size();
    bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
    if (count > 0)
        bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

/// The next run of numbers, which is taken off the front of the bytes.
template <class Number>
std::vector<Number> take_numbers(std::string_view& bytes) {
    std::uint64_t count = 0;
    if (bytes.size() >= sizeof count) std::memcpy(&count, bytes.data(), sizeof count);
    bytes.remove_prefix(std::min(bytes.size(), sizeof count));
    if (count > bytes.size() / sizeof(Number))
        throw ArgumentError("another rank sent fewer numbers than it announced");
    std::vector<Number> numbers(count);
    if (count > 0) std::memcpy(numbers.data(), bytes.data(), count * sizeof(Number));
    bytes.remove_prefix(count * sizeof(Number));
    return numbers;
}

}  // namespace pgm::sources::detail
