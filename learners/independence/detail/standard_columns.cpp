#include <learners/independence/detail/standard_columns.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// Rows of a block of the decomposition beyond the number of columns.
constexpr Eigen::Index block_rows = 1024;

const RealCells& cells_of(const Dataset& data, ColumnId column) {
    return std::get<RealCells>(data.column(column).cells);
}

std::vector<std::size_t> complete_rows(const Dataset& data, std::span<const ColumnId> columns) {
    std::vector<bool> complete(data.rows(), true);
    for (std::size_t row = 0; row < data.weights().size(); ++row)
        complete[row] = data.weights()[row] > 0;
    for (const ColumnId column : columns) {
        const RealCells& cells = cells_of(data, column);
        for (std::size_t row = 0; row < complete.size(); ++row)
            if (std::isnan(cells[row])) complete[row] = false;
    }
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < complete.size(); ++row)
        if (complete[row]) rows.push_back(row);
    return rows;
}

/// How a column becomes one of mean 0 and of numbers that neither overflow nor underflow when they
/// are squared.
struct Scaling {
    double mean = 0;
    double scale = 0;     ///< 0 for a constant column
    double rounding = 0;  ///< of a cell
};

Scaling scaling_of(const RealCells& cells, std::span<const std::size_t> rows,
                   std::span<const double> weights) {
    const auto weight_of = [&](std::size_t row) { return weights.empty() ? 1 : weights[row]; };
    double largest = 0, total = 0;
    for (const std::size_t row : rows) {
        largest = std::max(largest, std::abs(cells[row]));
        total += weight_of(row);
    }
    Scaling scaling{.mean = rows.empty() ? 0 : cells[rows.front()]};
    for (int pass = 0; pass < 2 && largest > 0; ++pass) {  // the second one corrects the first
        double sum = 0;
        for (const std::size_t row : rows)
            sum += weight_of(row) * (cells[row] / largest - scaling.mean / largest);
        scaling.mean += sum / total * largest;
    }
    scaling.rounding = std::numeric_limits<double>::epsilon() * largest;
    for (const std::size_t row : rows)
        scaling.scale = std::max(scaling.scale, std::abs(cells[row] - scaling.mean));
    if (!(scaling.scale > 4 * scaling.rounding)) scaling.scale = 0;
    return scaling;
}

/// Scaled rows, one after the other.
class ScaledRows {
public:
    ScaledRows(const Dataset& data, std::span<const ColumnId> columns,
               std::span<const std::size_t> rows, std::span<const Scaling> scalings)
        : data_(data), columns_(columns), rows_(rows), scalings_(scalings) {}

    /// Writes `count` rows from `first` on below the row `offset` of the matrix.
    void write(std::size_t first, Eigen::Index count, Eigen::Index offset,
               Eigen::MatrixXd& matrix) const {
        for (std::size_t j = 0; j < columns_.size(); ++j) {
            const RealCells& cells = cells_of(data_, columns_[j]);
            const auto& [mean, scale, rounding] = scalings_[j];
            for (Eigen::Index i = 0; i < count && scale > 0; ++i) {
                const std::size_t row = rows_[first + static_cast<std::size_t>(i)];
                const double root = data_.weights().empty() ? 1 : std::sqrt(data_.weights()[row]);
                matrix(offset + i, static_cast<Eigen::Index>(j)) =
                    root * ((cells[row] - mean) / scale);
            }
        }
    }

    /// The triangular factor, block after block; of fewer rows than columns, the rows themselves.
    Eigen::MatrixXd factor() const {
        const auto columns = static_cast<Eigen::Index>(columns_.size());
        const auto count = static_cast<Eigen::Index>(rows_.size());
        Eigen::MatrixXd factor = Eigen::MatrixXd::Zero(std::min(columns, count), columns);
        if (count <= columns) {
            write(0, count, 0, factor);
            return factor;
        }
        for (Eigen::Index first = 0; first < count; first += block_rows) {
            const Eigen::Index size = std::min(block_rows, count - first);
            Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(columns + size, columns);
            stacked.topRows(columns) = factor;
            write(static_cast<std::size_t>(first), size, columns, stacked);
            const Eigen::HouseholderQR<Eigen::MatrixXd> qr(stacked);
            factor = qr.matrixQR().topRows(columns).triangularView<Eigen::Upper>();
        }
        return factor;
    }

private:
    const Dataset& data_;
    std::span<const ColumnId> columns_;
    std::span<const std::size_t> rows_;
    std::span<const Scaling> scalings_;
};

}  // namespace

StandardColumns::StandardColumns(const Dataset& data, std::vector<ColumnId> columns)
    : columns_(std::move(columns)), rows_(complete_rows(data, columns_)) {
    std::vector<Scaling> scalings;
    for (const ColumnId column : columns_)
        scalings.push_back(scaling_of(cells_of(data, column), rows_, data.weights()));
    vectors_ = ScaledRows(data, columns_, rows_, scalings).factor();
    weight_ = static_cast<double>(rows_.size());
    if (!data.weights().empty()) {
        weight_ = 0;
        for (const std::size_t row : rows_) weight_ += data.weights()[row];
    }
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        auto vector = vectors_.col(static_cast<Eigen::Index>(j));
        const double norm = vector.norm(), length = norm * scalings[j].scale;
        if (norm > 0) vector /= norm;
        standards_.push_back(
            {.mean = scalings[j].mean,
             .length = length,
             .rounding = length > 0 ? std::sqrt(weight_) * scalings[j].rounding / length : 0});
    }
}

Eigen::VectorXd project_out(const Eigen::MatrixXd& basis, Eigen::Index size,
                            Eigen::VectorXd& vector) {
    Eigen::VectorXd coefficients = Eigen::VectorXd::Zero(size);
    for (int pass = 0; pass < 2; ++pass) {
        const Eigen::VectorXd more = basis.leftCols(size).transpose() * vector;
        vector -= basis.leftCols(size) * more;
        coefficients += more;
    }
    return coefficients;
}

}  // namespace pgm::learners::detail
