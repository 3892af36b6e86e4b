#pragma once

#include <cstddef>

namespace pgm::detail {

/// A run of doubles that only grows, is never zeroed, and lies on large pages when it is large
/// (first touch of 4 KB pages costs more than many a query). Move-only.
class Arena {
public:
    Arena() = default;
    ~Arena();
    Arena(Arena&& other) noexcept;
    Arena& operator=(Arena&& other) noexcept;

    /// Room for `cells` doubles; what was there is lost when it has to grow. Throws std::bad_alloc.
    void reserve(std::size_t cells);

    double* data() const { return data_; }

private:
    void release();

    double* data_ = nullptr;
    std::size_t cells_ = 0;
};

}  // namespace pgm::detail
