#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace pgm {

/// The cells of one column: so many codes or numbers, a number that is fixed when the list is made.
/// A list owns its cells, or it is a view of cells that the caller owns.
///
/// It differs from std::vector in what it leaves out, room to grow, and in where few cells lie: up
/// to 16 bytes of them in the list itself. A table of millions of columns and two rows then asks
/// for no memory per column. As with short strings, a list that is moved may take its cells to
/// another address.
///
/// A view (of an Arrow or numpy array) refers to contiguous cells without a copy, and so does a
/// copy of it: like std::span, all of them are valid while the caller keeps the array as it is. A
/// view is never written to: access that is not const gives the list cells of its own first.
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
    /// Refers to these cells; see above for how long they must live.
    static CellList view(std::span<const T> cells) {
        CellList list;
        list.size_ = cells.size() | view_bit;
        list.cells_.far = cells.data();
        return list;
    }
    /// Takes over an array of at least that size.
    CellList(std::unique_ptr<T[]> cells, std::size_t size) : size_(size) {
        if (is_far())
            cells_.far = cells.release();
        else
            std::copy_n(cells.get(), size, cells_.near.data());
    }
    CellList(const CellList& other)
        : CellList(other.is_view() ? view(other) : CellList(other.data(), other.size())) {}
    CellList(CellList&& other) noexcept { take(other); }
    CellList& operator=(CellList other) noexcept {
        release();
        take(other);
        return *this;
    }
    ~CellList() { release(); }

    std::size_t size() const { return size_ & ~view_bit; }
    bool empty() const { return size() == 0; }
    bool is_view() const { return (size_ & view_bit) != 0; }
    T* data() {
        if (is_view()) *this = CellList(cells_.far, size());
        return const_cast<T*>(std::as_const(*this).data());
    }
    const T* data() const { return is_far() ? cells_.far : cells_.near.data(); }
    T* begin() { return data(); }
    T* end() { return data() + size(); }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size(); }
    T& operator[](std::size_t i) { return data()[i]; }
    const T& operator[](std::size_t i) const { return data()[i]; }

    friend bool operator==(const CellList& a, const CellList& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    static constexpr std::size_t most_near = 16 / sizeof(T);
    static constexpr std::size_t view_bit = ~(~std::size_t{0} >> 1);
    struct Uninitialised {};
    /// `far` points to the cells of a view, and to those of a list that has too many for `near`.
    union Cells {
        std::array<T, most_near> near{};
        const T* far;
    };

    CellList(Uninitialised, std::size_t size) : size_(size) {
        if (is_far()) cells_.far = std::make_unique_for_overwrite<T[]>(size).release();
    }
    /// The highest bit of a view makes its size larger than any.
    bool is_far() const { return size_ > most_near; }
    /// Leaves no cells.
    void release() {
        if (is_far() && !is_view()) std::unique_ptr<const T[]>(cells_.far).reset();
        size_ = 0;
    }
    /// Takes the cells of the other; this list has none.
    void take(CellList& other) {
        size_ = std::exchange(other.size_, 0);
        cells_ = other.cells_;
    }

    std::size_t size_ = 0;  ///< with view_bit
    Cells cells_;
};

}  // namespace pgm
