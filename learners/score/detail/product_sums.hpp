#pragma once

#include <learners/score/detail/double_double.hpp>
#include <learners/score/detail/row_groups.hpp>
#include <pgm/core/ids.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <shared_mutex>
#include <span>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

/// Place of (i, j), j <= i, in a lower triangle row by row.
constexpr std::size_t triangle(std::size_t i, std::size_t j) {
    return i * (i + 1) / 2 + j;
}

/// Scatters of columns of numbers in groups of rows,
///
///     S_ij = sum w (x_i - m_i) (x_j - m_j),      m the means of the group,
///
/// in doubles or numbers of 106 bits. Every pair is summed when it is first asked for, and kept.
///
/// Columns are centred before they are multiplied, so nothing cancels, however far from zero they
/// are; one that is constant in a group has scatters of exactly 0 there. The rows are added in the
/// order of the groups, so a scatter does not depend on what else was asked, and when, and by which
/// thread. Members may be called by several threads at the same time.
template <class Number>
class ProductSums {
public:
    /// Refers to the first two, which have all cells of `columns` that will be asked for.
    ProductSums(const Dataset& data, const RowGroups& groups)
        : data_(data), groups_(groups), centres_(data.columns().size()),
          slots_(data.columns().size()) {}

    /// Sums all pairs of the columns beforehand.
    void sum_all(std::span<const ColumnId> columns, std::size_t threads);

    /// The lower triangles of the scatters of the columns, one behind the other for each group.
    std::vector<Number> scatters(std::span<const ColumnId> columns);

    /// The mean of a column that was asked for, in doubles.
    double mean(ColumnId column, std::size_t group) const;

    /// Memory that they take, about.
    std::size_t bytes() const;

private:
    /// A pair of columns, the one of the larger number first.
    using Pair = std::pair<ColumnId, ColumnId>;
    /// The centre of a group: a number near its mean, and what the mean is beyond it.
    struct Centre {
        double near = 0;
        Number rest{};
    };
    class BlockPass;

    static constexpr std::uint32_t unknown = 0;

    std::uint32_t slot(ColumnId a, ColumnId b) const;
    bool copy_known(std::span<const ColumnId> columns, std::vector<Number>& to) const;
    std::vector<Pair> prepare(std::span<const ColumnId> columns);
    void centre(ColumnId column);

    const Dataset& data_;
    const RowGroups& groups_;
    mutable std::shared_mutex mutex_;
    std::vector<std::vector<Centre>> centres_;       ///< by column, empty where not known
    std::vector<std::vector<std::uint32_t>> slots_;  ///< [i][j], j <= i: place in sums_, less one
    std::vector<Number> sums_;                       ///< [slot][group]
};

extern template class ProductSums<double>;
extern template class ProductSums<DoubleDouble>;

}  // namespace pgm::learners::detail
