#pragma once

#include <pgm/core/ids.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm {

/// Ordered variables with their cardinalities, which are the axes of a table and determine its
/// storage order. The variables are those of a network (Scope) or the columns of a table of data
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

    /// The axis of a variable, or nothing.
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

extern template class BasicScope<VariableId>;
extern template class BasicScope<ColumnId>;

using Scope = BasicScope<VariableId>;
using ColumnScope = BasicScope<ColumnId>;

}  // namespace pgm
