#pragma once

#include <pgm/data/dataset.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace pgm::learners::detail {

/// A residual of a standardised column below this length is rounding: a hundred thousand roundings
/// of a double. A column that was computed from others and written with ten digits or more leaves
/// less, a measurement leaves more.
inline constexpr double least_length = 1e-10;

/// The mean and the scale that a column had before it was standardised.
struct StandardColumn {
    double mean = 0;
    double length = 0;    ///< about the mean; 0 of a constant column
    double rounding = 0;  ///< the length of the roundings of its numbers, as a share of `length`
};

/// Continuous columns as vectors of mean 0 and length 1 over the rows that weigh something and miss
/// no number, up to a rotation of the space of rows.
///
/// Column j is Q R e_j with an orthogonal Q; angles between columns and what is left of them after
/// a projection are those of the columns of R. So what follows works on vectors whose length is the
/// number of columns (of rows, where these are fewer).
class StandardColumns {
public:
    /// The columns must be continuous.
    StandardColumns(const Dataset& data, std::vector<ColumnId> columns);

    std::size_t size() const { return columns_.size(); }
    ColumnId id(std::size_t i) const { return columns_[i]; }
    const StandardColumn& operator[](std::size_t i) const { return standards_[i]; }
    /// The rows that count, ascending.
    const std::vector<std::size_t>& rows() const { return rows_; }
    /// The sum of their weights.
    double weight() const { return weight_; }
    /// R; a constant column is zero.
    const Eigen::MatrixXd& vectors() const { return vectors_; }
    auto vector(std::size_t i) const { return vectors_.col(static_cast<Eigen::Index>(i)); }

private:
    std::vector<ColumnId> columns_;
    std::vector<std::size_t> rows_;
    double weight_ = 0;
    std::vector<StandardColumn> standards_;
    Eigen::MatrixXd vectors_;
};

/// Takes from the vector what the first `size` columns of an orthonormal basis explain; twice,
/// since the first time leaves rounding of the size of what was taken. Returns their coefficients.
Eigen::VectorXd project_out(const Eigen::MatrixXd& basis, Eigen::Index size,
                            Eigen::VectorXd& vector);

}  // namespace pgm::learners::detail
