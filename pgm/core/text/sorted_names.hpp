#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pgm {

/// The numbers 0 ... n-1 of n things in order of their names, to find one by its name in
/// logarithmic time. The names stay with their owner, which passes a function name_of(number) that
/// gives a std::string_view. NameIndex, in contrast, is a hash table to which names can be added.
class SortedNames {
public:
    SortedNames() = default;

    template <class NameOf>
    SortedNames(std::size_t count, const NameOf& name_of) : numbers_(count) {
        std::iota(numbers_.begin(), numbers_.end(), std::uint32_t{0});
        std::ranges::stable_sort(numbers_, {}, name_of);
    }

    std::span<const std::uint32_t> numbers() const { return numbers_; }

    /// The number of the first thing with this name, or nothing.
    template <class NameOf>
    std::optional<std::uint32_t> find(std::string_view name, const NameOf& name_of) const {
        const auto found = std::ranges::lower_bound(numbers_, name, {}, name_of);
        if (found == numbers_.end() || name_of(*found) != name) return std::nullopt;
        return *found;
    }

    friend bool operator==(const SortedNames&, const SortedNames&) = default;

private:
    std::vector<std::uint32_t> numbers_;
};

}  // namespace pgm
