#pragma once

#include <pgm/core/ids.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// A set of variables as bits, variable v being bit v % 64 of word v / 64.
using BitRow = std::span<const std::uint64_t>;

inline std::size_t words_for(std::size_t variables) {
    return (variables + 63) / 64;
}

inline bool contains(BitRow row, std::size_t v) {
    return (row[v / 64] >> (v % 64) & 1) != 0;
}

inline void add_member(std::span<std::uint64_t> row, std::size_t v) {
    row[v / 64] |= std::uint64_t{1} << (v % 64);
}

inline void remove_member(std::span<std::uint64_t> row, std::size_t v) {
    row[v / 64] &= ~(std::uint64_t{1} << (v % 64));
}

inline bool intersect(BitRow a, BitRow b) {
    for (std::size_t w = 0; w < a.size(); ++w)
        if ((a[w] & b[w]) != 0) return true;
    return false;
}

inline bool is_empty(BitRow row) {
    return !intersect(row, row);
}

inline void unite(std::span<std::uint64_t> a, BitRow b) {
    for (std::size_t w = 0; w < a.size(); ++w) a[w] |= b[w];
}

inline std::size_t size_of(BitRow row) {
    std::size_t count = 0;
    for (const std::uint64_t word : row) count += static_cast<std::size_t>(std::popcount(word));
    return count;
}

/// Calls visit(v) for the members in ascending order.
template <class Visit>
void for_each_member(BitRow row, const Visit& visit) {
    for (std::size_t w = 0; w < row.size(); ++w)
        for (std::uint64_t word = row[w]; word != 0; word &= word - 1)
            visit(64 * w + static_cast<std::size_t>(std::countr_zero(word)));
}

/// The members in ascending order.
inline std::vector<VariableId> members_of(BitRow row) {
    std::vector<VariableId> members;
    for_each_member(row, [&](std::size_t v) { members.emplace_back(v); });
    return members;
}

/// One set of variables per variable.
class BitMatrix {
public:
    BitMatrix() = default;
    explicit BitMatrix(std::size_t variables)
        : words_(words_for(variables)), bits_(variables * words_) {}

    std::span<std::uint64_t> row(std::size_t v) { return {bits_.data() + v * words_, words_}; }
    BitRow row(std::size_t v) const { return {bits_.data() + v * words_, words_}; }
    bool has(std::size_t v, std::size_t member) const { return contains(row(v), member); }

    friend bool operator==(const BitMatrix&, const BitMatrix&) = default;

private:
    std::size_t words_ = 0;
    std::vector<std::uint64_t> bits_;
};

}  // namespace pgm::learners::detail
