#pragma once

#include <pgm/table/scope.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <vector>

namespace pgm {

/// Memory on 64-byte boundaries: one cache line, one AVX-512 register.
///
/// Cut from a larger block, whose address is kept in front of it: the C library's own aligned
/// allocation splits and merges blocks on each call, which takes three times as long as an ordinary
/// one, and a network has a table per variable.
template <class T>
struct AlignedAllocator {
    using value_type = T;
    static constexpr std::size_t alignment = 64;
    static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= sizeof(void*),
                  "there is room for an address between a block and the next boundary");

    AlignedAllocator() = default;
    template <class U>
    constexpr AlignedAllocator(const AlignedAllocator<U>&) noexcept {}

    T* allocate(std::size_t count) {
        void* const block = ::operator new(count * sizeof(T) + alignment);
        const std::size_t past_boundary = reinterpret_cast<std::uintptr_t>(block) % alignment;
        char* const memory = static_cast<char*>(block) + (alignment - past_boundary);
        std::memcpy(memory - sizeof block, &block, sizeof block);
        return reinterpret_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t) noexcept {
        void* block;
        std::memcpy(&block, reinterpret_cast<const char*>(memory) - sizeof block, sizeof block);
        ::operator delete(block);
    }
    friend bool operator==(AlignedAllocator, AlignedAllocator) { return true; }
};

using AlignedDoubles = std::vector<double, AlignedAllocator<double>>;

/// A function of discrete variables: a scope and one contiguous, 64-byte aligned run of doubles,
/// one per assignment, in the order of Scope::cell().
///
/// A table has no meaning of its own: it may be a conditional distribution, a joint posterior or a
/// likelihood. The engine computes in arenas and returns tables as results.
class Table {
public:
    Table() : values_(1, 0.0) {}

    /// Makes a table of zeros.
    explicit Table(Scope scope);

    /// Throws ArgumentError unless there is one value per cell.
    Table(Scope scope, std::span<const double> values);

    const Scope& scope() const { return scope_; }
    std::size_t size() const { return values_.size(); }
    std::span<const double> values() const { return values_; }
    std::span<double> values() { return values_; }

    double operator[](std::size_t cell) const { return values_[cell]; }
    double& operator[](std::size_t cell) { return values_[cell]; }
    double at(std::span<const StateId> states) const { return values_[scope_.cell(states)]; }

    /// The same function with its axes in another order. `order` must have the same variables.
    Table permuted(std::span<const VariableId> order) const;

    friend bool operator==(const Table&, const Table&) = default;

private:
    Scope scope_;
    AlignedDoubles values_;
};

/// The sum in a fixed order: eight partial sums, combined in pairs. Every build of the library
/// gives the same bits, and the rounding error grows with n/8.
double fixed_order_sum(std::span<const double> values);

}  // namespace pgm
