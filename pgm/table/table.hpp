#pragma once

#include <pgm/core/ids.hpp>

#include <boost/align/aligned_allocator_adaptor.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pgm {

/// Ordered variables with their cardinalities, which are the axes of a table and determine its
/// storage order. The variables are those of a network (Scope) or the columns of a data set
/// (ColumnScope).
///
/// A scope (X_1, ..., X_n) with cardinalities k_1, ..., k_n numbers the assignments x = (x_1, ...,
/// x_n), 0 <= x_i < k_i, row-major, **the last variable fastest**:
///
///     cell(x) = x_1 s_1 + ... + x_n s_n,      s_n = 1,   s_i = s_{i+1} k_{i+1}
///
/// A conditional table P(X | A, B) has the scope (A, B, X), so each row of the table, one
/// distribution of X, is contiguous. The empty scope has one cell.
template <class Id>
class BasicScope {
public:
    BasicScope() = default;

    /// Throws ArgumentError when a variable occurs twice, the lists differ in length or a
    /// cardinality is 0, and TooLargeError when the number of cells overflows.
    BasicScope(const std::vector<Id>& variables, const std::vector<std::size_t>& cardinalities);

    std::size_t size() const { return variables_.size(); }
    std::size_t cells() const { return cells_; }
    std::span<const Id> variables() const { return variables_; }
    std::span<const std::size_t> cardinalities() const { return std::span(axes_).first(size()); }
    std::span<const std::size_t> strides() const { return std::span(axes_).subspan(size()); }

    /// The axis of a variable, or null.
    std::optional<std::size_t> axis(Id variable) const;

    /// cell(x). `states` must have one state per axis, each below its cardinality.
    std::size_t cell(std::span<const StateId> states) const;

    /// The inverse of cell(): the state of each axis in this cell.
    std::vector<StateId> states(std::size_t cell) const;

    friend bool operator==(const BasicScope& a, const BasicScope& b) {
        return a.variables_ == b.variables_ && a.axes_ == b.axes_;
    }

private:
    std::vector<Id> variables_;
    /// The cardinalities, then the strides, in one allocation, since a network has a scope per
    /// table.
    std::vector<std::size_t> axes_;
    std::size_t cells_ = 1;
};

/// Moves to the next cell of axes with these cardinalities, the last axis fastest, and from the
/// last cell back to the first. Returns how many axes have another state, counted from the last
/// one; 0 where it was the last cell.
template <class States, class Cardinalities>
std::size_t next_cell(States& states, const Cardinalities& cardinalities) {
    for (std::size_t axis = states.size(); axis-- > 0;) {
        if (++states[axis] < cardinalities[axis]) return states.size() - axis;
        states[axis] = 0;
    }
    return 0;
}

extern template class BasicScope<VariableId>;
extern template class BasicScope<ColumnId>;

using Scope = BasicScope<VariableId>;
using ColumnScope = BasicScope<ColumnId>;

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

    /// The function with its axes in another order. `order` must have the same variables.
    Table permuted(std::span<const VariableId> order) const;

    friend bool operator==(const Table&, const Table&) = default;

private:
    Scope scope_;
    AlignedDoubles values_;
};

/// The sum in a fixed order: eight partial sums, combined in pairs. Every build of the library
/// gives the same bits, and the rounding error grows with n/8.
double fixed_order_sum(std::span<const double> values);

/// Operations on factors as textbooks define them (Koller and Friedman 2009, section 4.2.1), as
/// plain loops over assignments. The engine computes the same by compiled contractions over one
/// arena; these functions are for small tables, for teaching and for testing.

/// (a * b)(x) = a(x restricted to a's scope) * b(x restricted to b's scope). The axes of the result
/// are those of a, then those of b that a does not have. Throws ArgumentError when a variable has
/// different cardinalities in a and b, and TooLargeError when the number of cells overflows.
Table product(const Table& a, const Table& b);

/// Sums over the states of one variable. Its axis is removed and the others keep their order.
/// Throws ArgumentError unless the table has the variable.
Table sum_out(const Table& table, VariableId variable);

}  // namespace pgm
