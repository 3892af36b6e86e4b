#pragma once

#include <cstddef>
#include <cstdint>

namespace pgm::detail {

/// Some rows of a batch: `count` from the one at place `first` on, of a list of rows or, where
/// there is none, of all rows.
struct RowSelection {
    const std::uint32_t* list = nullptr;
    std::size_t first = 0;
    std::size_t count = 0;

    std::uint32_t operator[](std::size_t i) const {
        return list ? list[first + i] : static_cast<std::uint32_t>(first + i);
    }
};

}  // namespace pgm::detail
