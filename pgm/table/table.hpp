#pragma once

#include <pgm/table/scope.hpp>

#include <cstddef>
#include <new>
#include <span>
#include <vector>

namespace pgm {

/// Memory on 64-byte boundaries: one cache line, one AVX-512 register.
template <class T>
struct AlignedAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    AlignedAllocator() = default;
    template <class U>
    constexpr AlignedAllocator(const AlignedAllocator<U>&) noexcept {}

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
    void deallocate(T* memory, std::size_t) noexcept { ::operator delete(memory, alignment); }
    friend bool operator==(AlignedAllocator, AlignedAllocator) { return true; }
};

using AlignedDoubles = std::vector<double, AlignedAllocator<double>>;

/// A function of discrete variables: a scope and one contiguous, 64-byte aligned run of doubles, one per assignment, in the order of Scope::cell().
///
/// A table has no meaning of its own: it may be a conditional distribution, a joint posterior or a likelihood. It is a value for people and
/// programs to read; the engine computes on bare arenas and hands tables out at the end.
class Table {
public:
    Table() : values_(1, 0.0) {}

    /// All zero.
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

    /// The same function with its axes in another order. `order` must hold the same variables.
    Table permuted(std::span<const VariableId> order) const;

    friend bool operator==(const Table&, const Table&) = default;

private:
    Scope scope_;
    AlignedDoubles values_;
};

/// The sum in a fixed order of eight lanes, so that every build of the library gives the same bits and the error grows with n/8.
double fixed_order_sum(std::span<const double> values);

}  // namespace pgm
