#pragma once

#include <pgm/data/column.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace pgm::io::detail {

/// The cells of a column while rows are read: a list that can grow and becomes a CellList without
/// copying.
template <class T>
class GrowingCells {
public:
    using value_type = T;

    GrowingCells() = default;
    explicit GrowingCells(std::size_t size, T value = T{})
        : cells_(std::make_unique_for_overwrite<T[]>(size)), size_(size), room_(size) {
        std::fill_n(cells_.get(), size, value);
    }
    GrowingCells(GrowingCells&& other) noexcept { swap(other); }
    GrowingCells& operator=(GrowingCells&& other) noexcept {
        GrowingCells(std::move(other)).swap(*this);
        return *this;
    }

    std::size_t size() const { return size_; }
    T* begin() { return cells_.get(); }
    T* end() { return cells_.get() + size_; }
    const T* begin() const { return cells_.get(); }
    const T* end() const { return cells_.get() + size_; }
    T& operator[](std::size_t i) { return cells_[i]; }
    const T& operator[](std::size_t i) const { return cells_[i]; }

    /// The number of cells that there is memory for.
    std::size_t room() const { return room_; }
    void reserve(std::size_t room) {
        if (room <= room_) return;
        std::unique_ptr<T[]> larger = std::make_unique_for_overwrite<T[]>(room);
        std::copy_n(cells_.get(), size_, larger.get());
        cells_ = std::move(larger);
        room_ = room;
    }

    /// Changes the number of cells. New cells are zero.
    void resize(std::size_t size) {
        if (size > room_) reserve(std::max(size, 2 * room_));
        if (size > size_) std::fill(end(), begin() + size, T{});
        size_ = size;
    }

    /// Moves the first `size` cells out. The list is then empty.
    CellList<T> take(std::size_t size) {
        size_ = room_ = 0;
        return CellList<T>(std::exchange(cells_, nullptr), size);
    }

private:
    void swap(GrowingCells& other) noexcept {
        std::swap(cells_, other.cells_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
    }

    std::unique_ptr<T[]> cells_;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
};

}  // namespace pgm::io::detail
