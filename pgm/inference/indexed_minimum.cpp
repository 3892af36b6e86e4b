#include <pgm/inference/indexed_minimum.hpp>

#include <pgm/core/infinity.hpp>

namespace pgm {
namespace {

/// Two lanes, so that it takes no branches on any processor.
double minimum_of_block(const double* values, std::size_t count) {
    double even = values[0], odd = values[1];
    for (std::size_t i = 2; i < count; i += 2) {
        even = values[i] < even ? values[i] : even;
        odd = values[i + 1] < odd ? values[i + 1] : odd;
    }
    return even < odd ? even : odd;
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
