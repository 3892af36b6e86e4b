#pragma once

#include <pgm/data/column.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// A number of a column with the class and the number of its row. The number is kept as a key, an
/// integer with the same order.
struct LabelledNumber {
    std::uint64_t key;
    std::uint32_t label;
    std::uint32_t row;
};

/// The key of a number that is not NaN, and back: the bits of a double, of a negative one inverted,
/// of others with the sign set, are ordered as the numbers are. -0 has the key of 0.
std::uint64_t key_of(double number);
double number_of(std::uint64_t key);

/// Memory that is used again for the next column.
struct SortMemory {
    std::vector<LabelledNumber> entries, other;
};

/// The rows in which neither number nor class is missing, sorted by number and then by class, in
/// linear time for nearly all columns: by counting the classes, then three digits of eleven bits
/// from the highest bit in which keys differ (radix sort), and by comparing the few numbers that
/// these 33 bits do not tell apart. `classes` may be null: then all rows have label 0. The result
/// is in `memory`.
std::span<const LabelledNumber> sorted_numbers(const RealCells& numbers, const Column* classes,
                                               SortMemory& memory);

}  // namespace pgm::learners::detail
