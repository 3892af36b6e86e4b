#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace pgm {

/// The smallest of many numbers that change one at a time. Less fuss than a heap, and faster: numbers lie in blocks, a block is looked
/// through again when something in it has changed, and none of this asks the processor to guess.
class IndexedMinimum {
public:
    explicit IndexedMinimum(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : values_(memory), minima_(memory), is_outdated_(memory), outdated_(memory) {}

    /// `size` numbers, all infinite.
    void reset(std::size_t size);

    void set(std::uint32_t i, double value);

    /// The index of the smallest number, the first of several; any index where all are infinite.
    std::uint32_t smallest();

private:
    static constexpr std::size_t block = 32;

    std::pmr::vector<double> values_;           ///< filled up with infinities to whole blocks
    std::pmr::vector<double> minima_;           ///< per block
    std::pmr::vector<char> is_outdated_;        ///< per block
    std::pmr::vector<std::uint32_t> outdated_;  ///< the first outdated_count_ are those blocks
    std::size_t outdated_count_ = 0;
};

}  // namespace pgm
