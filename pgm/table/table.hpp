#pragma once

#include <pgm/table/scope.hpp>

#include <boost/align/aligned_allocator_adaptor.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace pgm {

/// Doubles on a 64-byte boundary: one cache line, one AVX-512 register.
///
/// The adaptor cuts them from a larger block of ordinary memory: the C library's own aligned
/// allocation, which boost::alignment::aligned_allocator calls, splits and merges blocks each time,
/// which takes three times as long, and a network has a table per variable.
using AlignedDoubles =
    std::vector<double, boost::alignment::aligned_allocator_adaptor<std::allocator<double>, 64>>;

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

    /// This function with its axes in another order. `order` must have the same variables.
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
