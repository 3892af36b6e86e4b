#include <pgm/inference/detail/plan/arena.hpp>

#include <sys/mman.h>

#include <new>
#include <utility>

namespace pgm::detail {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;
constexpr std::size_t cache_line = 64;

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

/// The alignment of memory of that many bytes; a multiple of it stays in its class, so that
/// releasing sees what allocating saw.
std::size_t unit_of(std::size_t bytes) {
    return rounded_up(bytes, cache_line) >= large_page ? large_page : cache_line;
}

}  // namespace

Arena::~Arena() {
    release();
}

void Arena::release() {
    if (data_)
        ::operator delete(std::exchange(data_, nullptr),
                          std::align_val_t(unit_of(cells_ * sizeof(double))));
    cells_ = 0;
}

Arena::Arena(Arena&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), cells_(std::exchange(other.cells_, 0)) {}

Arena& Arena::operator=(Arena&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(cells_, other.cells_);
    return *this;
}

void Arena::reserve(std::size_t cells) {
    if (cells <= cells_) return;
    release();
    const std::size_t unit = unit_of(cells * sizeof(double));
    const std::size_t bytes = rounded_up(cells * sizeof(double), unit);
    data_ = static_cast<double*>(::operator new(bytes, std::align_val_t(unit)));
    cells_ = bytes / sizeof(double);
    if (unit == large_page)
        madvise(data_, bytes, MADV_HUGEPAGE);  // advice: nothing is lost where it is not taken
}

}  // namespace pgm::detail
