#include <pgm/inference/arena.hpp>

#include <sys/mman.h>

#include <cstdlib>
#include <new>
#include <utility>

namespace pgm {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;
constexpr std::size_t cache_line = 64;

}  // namespace

Arena::~Arena() { std::free(data_); }

Arena::Arena(Arena&& other) noexcept : data_(std::exchange(other.data_, nullptr)), cells_(std::exchange(other.cells_, 0)) {}

Arena& Arena::operator=(Arena&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(cells_, other.cells_);
    return *this;
}

void Arena::reserve(std::size_t cells) {
    if (cells <= cells_) return;
    std::free(std::exchange(data_, nullptr));
    cells_ = 0;
    const std::size_t bytes = cells * sizeof(double);
    const std::size_t unit = bytes >= large_page ? large_page : cache_line;
    const std::size_t rounded = (bytes + unit - 1) / unit * unit;
    data_ = static_cast<double*>(std::aligned_alloc(unit, rounded));
    if (!data_) throw std::bad_alloc();
    if (unit == large_page) madvise(data_, rounded, MADV_HUGEPAGE);  // advice: nothing is lost where it is not taken
    cells_ = rounded / sizeof(double);
}

}  // namespace pgm
