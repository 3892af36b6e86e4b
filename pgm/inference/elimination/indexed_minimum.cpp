#include <pgm/inference/elimination/indexed_minimum.hpp>

#include <pgm/core/infinity.hpp>

#include <cstring>

namespace pgm {
namespace {

typedef double Two __attribute__((vector_size(16)));

Two two_of(const double* values) {
    Two two;
    std::memcpy(&two, values, sizeof two);
    return two;
}

Two lesser(Two x, Two y) {
    return x < y ? x : y;
}

/// Eight chains that do not wait for each other, and no branches on any processor.
double minimum_of_block(const double* values, std::size_t count) {
    Two least[4] = {two_of(values), two_of(values + 2), two_of(values + 4), two_of(values + 6)};
    for (std::size_t i = 8; i < count; i += 8) {
        for (std::size_t k = 0; k < 4; ++k) least[k] = lesser(least[k], two_of(values + i + 2 * k));
    }
    const Two one = lesser(lesser(least[0], least[1]), lesser(least[2], least[3]));
    return one[0] < one[1] ? one[0] : one[1];
}

}  // namespace

void IndexedMinimum::reset(std::size_t size) {
    const std::size_t blocks = (size + block - 1) / block;
    values_.assign(blocks * block, infinity);
    minima_.assign(blocks, infinity);
    is_outdated_.assign(blocks, 0);
    outdated_.resize(blocks + 1);
    outdated_count_ = 0;
}

void IndexedMinimum::set(std::uint32_t i, double value) {
    const auto b = static_cast<std::uint32_t>(i / block);
    values_[i] = value;
    outdated_[outdated_count_] = b;
    outdated_count_ += is_outdated_[b] == 0;
    is_outdated_[b] = 1;
}

std::uint32_t IndexedMinimum::smallest() {
    for (std::size_t i = 0; i < outdated_count_; ++i) {
        const std::uint32_t b = outdated_[i];
        minima_[b] = minimum_of_block(&values_[b * block], block);
        is_outdated_[b] = 0;
    }
    outdated_count_ = 0;
    std::size_t best = 0;
    for (std::size_t b = 1; b < minima_.size(); ++b) best = minima_[b] < minima_[best] ? b : best;
    const double* const values = &values_[best * block];
    std::size_t i = 0;
    while (values[i] != minima_[best]) ++i;
    return static_cast<std::uint32_t>(best * block + i);
}

}  // namespace pgm
