#include <pgm/inference/detail/order/indexed_minimum.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/simd/detail/pack.hpp>

namespace pgm::detail {
namespace {

using Two = simd::Vector<double, 2>;

Two lesser(Two x, Two y) {
    return x < y ? x : y;
}

/// Eight chains that do not wait for each other, and no branches on any processor.
double minimum_of_block(const double* values, std::size_t count) {
    Two least[4] = {simd::load<Two>(values), simd::load<Two>(values + 2),
                    simd::load<Two>(values + 4), simd::load<Two>(values + 6)};
    for (std::size_t i = 8; i < count; i += 8) {
        for (std::size_t k = 0; k < 4; ++k)
            least[k] = lesser(least[k], simd::load<Two>(values + i + 2 * k));
    }
    const Two one = lesser(lesser(least[0], least[1]), lesser(least[2], least[3]));
    return one[0] < one[1] ? one[0] : one[1];
}

}  // namespace

void IndexedMinimum::reset(std::size_t size) {
    std::size_t numbers = 0, blocks = 0;
    for (top_ = 0;; ++top_) {
        const std::size_t level_blocks = (size + block - 1) / block;
        levels_[top_] = {.first = numbers, .size = size, .first_block = blocks};
        numbers += level_blocks * block;
        blocks += level_blocks + 1;  // outdate() writes one past the end of its list
        if (top_ > 0 && level_blocks <= 1) break;
        size = level_blocks;
    }
    numbers_.assign(numbers, infinity);
    is_outdated_.assign(blocks, 0);
    outdated_.resize(blocks);
}

/// Notes that the number at `index` of a level has changed. The list grows without a branch.
void IndexedMinimum::outdate(Level& level, std::size_t index) {
    const std::size_t b = index / block;
    outdated_[level.first_block + level.outdated_count] = static_cast<std::uint32_t>(b);
    level.outdated_count += is_outdated_[level.first_block + b] == 0;
    is_outdated_[level.first_block + b] = 1;
}

void IndexedMinimum::set(std::uint32_t i, double value) {
    numbers_[i] = value;
    outdate(levels_[0], i);
}

/// Brings the numbers of the next level up to date with those of this one.
void IndexedMinimum::refresh(std::size_t number) {
    Level &level = levels_[number], &next = levels_[number + 1];
    for (std::size_t i = 0; i < level.outdated_count; ++i) {
        const std::size_t b = outdated_[level.first_block + i];
        numbers_[next.first + b] = minimum_of_block(&numbers_[level.first + b * block], block);
        is_outdated_[level.first_block + b] = 0;
        if (number + 1 < top_) outdate(next, b);
    }
    level.outdated_count = 0;
}

std::uint32_t IndexedMinimum::smallest() {
    for (std::size_t number = 0; number < top_; ++number) refresh(number);
    const double* minima = &numbers_[levels_[top_].first];
    std::size_t best = 0;
    for (std::size_t b = 1; b < levels_[top_].size; ++b) best = minima[b] < minima[best] ? b : best;
    const double smallest = minima[best];
    for (std::size_t number = top_; number-- > 0;) {
        best *= block;
        while (numbers_[levels_[number].first + best] != smallest) ++best;
    }
    return static_cast<std::uint32_t>(best);
}

}  // namespace pgm::detail
