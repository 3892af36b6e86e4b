#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace pgm {

/// The cells of one column: so many codes or numbers, a number that is fixed when the list is made.
///
/// It differs from std::vector in what it leaves out, room to grow, and in where few cells lie: up
/// to 16 bytes of them in the list itself. A table of millions of columns and two rows then asks
/// for no memory per column. As with short strings, a list that is moved may take its cells to
/// another address.
template <class T>
class CellList {
    static_assert(std::is_arithmetic_v<T>);

public:
    using value_type = T;

    CellList() = default;
    explicit CellList(std::size_t size, T value = T{}) : CellList(Uninitialised{}, size) {
        std::fill_n(data(), size, value);
    }
    CellList(std::initializer_list<T> cells) : CellList(Uninitialised{}, cells.size()) {
        std::ranges::copy(cells, data());
    }
    /// As a continuous column gets its numbers from a program.
    CellList(const std::vector<T>& cells) : CellList(cells.data(), cells.size()) {}
    CellList(const T* cells, std::size_t size) : CellList(Uninitialised{}, size) {
        std::copy_n(cells, size, data());
    }
    /// Takes over an array of at least that size.
    CellList(std::unique_ptr<T[]> cells, std::size_t size) : size_(size) {
        if (is_far())
            std::construct_at(&cells_.far, std::move(cells));
        else
            std::copy_n(cells.get(), size, cells_.near.data());
    }
    CellList(const CellList& other) : CellList(other.data(), other.size()) {}
    CellList(CellList&& other) noexcept { take(other); }
    CellList& operator=(CellList other) noexcept {
        release();
        take(other);
        return *this;
    }
    ~CellList() { release(); }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* data() { return is_far() ? cells_.far.get() : cells_.near.data(); }
    const T* data() const { return is_far() ? cells_.far.get() : cells_.near.data(); }
    T* begin() { return data(); }
    T* end() { return data() + size_; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }
    T& operator[](std::size_t i) { return data()[i]; }
    const T& operator[](std::size_t i) const { return data()[i]; }

    friend bool operator==(const CellList& a, const CellList& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    static constexpr std::size_t most_near = 16 / sizeof(T);
    struct Uninitialised {};
    /// `far` exists where the cells are too many for `near`.
    union Cells {
        Cells() : near{} {}
        ~Cells() {}

        std::array<T, most_near> near;
        std::unique_ptr<T[]> far;
    };

    CellList(Uninitialised, std::size_t size) : size_(size) {
        if (is_far()) std::construct_at(&cells_.far, std::make_unique_for_overwrite<T[]>(size));
    }
    bool is_far() const { return size_ > most_near; }
    /// Leaves no cells.
    void release() {
        if (is_far()) std::destroy_at(&cells_.far);
        size_ = 0;
    }
    /// Of a list without cells: those of the other.
    void take(CellList& other) {
        size_ = other.size_;
        if (is_far())
            std::construct_at(&cells_.far, std::move(other.cells_.far));
        else
            cells_.near = other.cells_.near;
        other.release();
    }

    std::size_t size_ = 0;
    Cells cells_;
};

}  // namespace pgm
