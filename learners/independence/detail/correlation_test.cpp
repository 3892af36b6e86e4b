#include <learners/independence/detail/correlation_test.hpp>

#include <learners/independence/detail/tails.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// What is left of a column of length 1 below this length is rounding.
constexpr double least_length = 1e-10;

/// Rows of a block of the decomposition beyond the number of columns.
constexpr Eigen::Index block_rows = 1024;

void require_continuous(const Dataset& data) {
    for (const Column& column : data.columns())
        if (column.is_discrete())
            throw ArgumentError("the column '" + printable_word(column.name()) +
                                    "' is discrete, the test fisher-z correlates numbers",
                                "leave it out, or test discrete columns by g2, x2 or mi");
}

/// The rows that weigh something and miss no number.
std::vector<std::size_t> complete_rows(const Dataset& data) {
    std::vector<bool> complete(data.rows(), true);
    for (std::size_t row = 0; row < data.weights().size(); ++row)
        complete[row] = data.weights()[row] > 0;
    for (const Column& column : data.columns()) {
        const RealCells& cells = std::get<RealCells>(column.cells);
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
struct Standard {
    double mean = 0;
    double scale = 0;  ///< 0 for a constant column
};

Standard standard_of(const RealCells& cells, std::span<const std::size_t> rows,
                     std::span<const double> weights) {
    const auto weight_of = [&](std::size_t row) { return weights.empty() ? 1 : weights[row]; };
    double largest = 0, total = 0;
    for (const std::size_t row : rows) {
        largest = std::max(largest, std::abs(cells[row]));
        total += weight_of(row);
    }
    Standard standard{.mean = rows.empty() ? 0 : cells[rows.front()]};
    for (int pass = 0; pass < 2 && largest > 0; ++pass) {  // the second one corrects the first
        double sum = 0;
        for (const std::size_t row : rows)
            sum += weight_of(row) * (cells[row] / largest - standard.mean / largest);
        standard.mean += sum / total * largest;
    }
    const double rounding = std::numeric_limits<double>::epsilon() * largest;
    for (const std::size_t row : rows)
        standard.scale = std::max(standard.scale, std::abs(cells[row] - standard.mean));
    if (!(standard.scale > 4 * rounding)) standard.scale = 0;
    return standard;
}

/// The triangular factor of the standardised rows, block after block.
Eigen::MatrixXd triangular_factor(const Dataset& data, std::span<const std::size_t> rows) {
    const auto columns = static_cast<Eigen::Index>(data.columns().size());
    const auto count = static_cast<Eigen::Index>(rows.size());
    std::vector<Standard> standards;
    for (const Column& column : data.columns())
        standards.push_back(standard_of(std::get<RealCells>(column.cells), rows, data.weights()));
    Eigen::MatrixXd factor = Eigen::MatrixXd::Zero(columns, columns);
    for (Eigen::Index first = 0; first < count; first += block_rows) {
        const Eigen::Index size = std::min(block_rows, count - first);
        Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(columns + size, columns);
        stacked.topRows(columns) = factor;
        for (Eigen::Index j = 0; j < columns; ++j) {
            const auto& [mean, scale] = standards[static_cast<std::size_t>(j)];
            const RealCells& cells =
                std::get<RealCells>(data.columns()[static_cast<std::size_t>(j)].cells);
            for (Eigen::Index i = 0; i < size && scale > 0; ++i) {
                const std::size_t row = rows[static_cast<std::size_t>(first + i)];
                const double root = data.weights().empty() ? 1 : std::sqrt(data.weights()[row]);
                stacked(columns + i, j) = root * ((cells[row] - mean) / scale);
            }
        }
        const Eigen::HouseholderQR<Eigen::MatrixXd> qr(stacked);
        factor = qr.matrixQR().topRows(columns).triangularView<Eigen::Upper>();
    }
    return factor;
}

/// Takes from the vector what the orthonormal columns of `basis` explain; twice, since the first
/// time leaves rounding of the size of what was taken.
void project_out(const Eigen::MatrixXd& basis, Eigen::Index size, Eigen::VectorXd& vector) {
    for (int pass = 0; pass < 2; ++pass)
        vector -= basis.leftCols(size) * (basis.leftCols(size).transpose() * vector);
}

}  // namespace

CorrelationTest::CorrelationTest(const Dataset& data, const Limits& limits) {
    require_continuous(data);
    const double columns = static_cast<double>(data.columns().size());
    if (columns * columns > static_cast<double>(limits.max_table_cells))
        throw TooLargeError("correlations of " + std::to_string(data.columns().size()) +
                                " columns are more than " + std::to_string(limits.max_table_cells) +
                                " numbers",
                            {}, "test fewer columns at a time");
    const std::vector<std::size_t> rows = complete_rows(data);
    rows_ = static_cast<double>(rows.size());
    if (!data.weights().empty()) {
        rows_ = 0;
        for (const std::size_t row : rows) rows_ += data.weights()[row];
    }
    factor_ = triangular_factor(data, rows);
    for (Eigen::Index j = 0; j < factor_.cols(); ++j) {
        const double length = factor_.col(j).norm();
        if (length > 0) factor_.col(j) /= length;
    }
}

double CorrelationTest::partial_correlation(VariableId a, VariableId b,
                                            std::span<const VariableId> given) const {
    const auto column = [&](VariableId v) {
        return factor_.col(static_cast<Eigen::Index>(v.index()));
    };
    Eigen::MatrixXd basis(factor_.rows(), static_cast<Eigen::Index>(given.size()));
    Eigen::Index size = 0;
    for (const VariableId v : given) {
        Eigen::VectorXd rest = column(v);
        project_out(basis, size, rest);
        const double length = rest.norm();
        if (length > least_length) basis.col(size++) = rest / length;
    }
    Eigen::VectorXd of_a = column(a), of_b = column(b);
    project_out(basis, size, of_a);
    project_out(basis, size, of_b);
    const double length_a = of_a.norm(), length_b = of_b.norm();
    if (!(length_a > least_length && length_b > least_length)) return 0;
    return of_a.dot(of_b) / length_a / length_b;
}

TestResult CorrelationTest::test(VariableId a, VariableId b,
                                 std::span<const VariableId> given) const {
    require_testable(a, b, given);
    constexpr double almost_one = 1 - std::numeric_limits<double>::epsilon() / 2;
    TestResult result{.rows = rows_};
    const double freedom = rows_ - static_cast<double>(given.size()) - 3;
    if (!(freedom > 0)) return result;
    result.degrees_of_freedom = freedom;
    const double r = std::clamp(partial_correlation(a, b, given), -almost_one, almost_one);
    result.statistic = std::sqrt(freedom) * std::atanh(r);
    result.p = normal_two_tails(result.statistic);
    return result;
}

}  // namespace pgm::learners::detail
