#include <learners/independence/detail/correlation_test.hpp>

#include <learners/independence/detail/standard_columns.hpp>
#include <learners/independence/detail/tails.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace pgm::learners::detail {
namespace {

void require_continuous(const Dataset& data) {
    for (const Column& column : data.columns())
        if (column.is_discrete())
            throw ArgumentError("the column '" + printable_word(column.name()) +
                                    "' is discrete, the test fisher-z correlates numbers",
                                "leave it out, or test discrete columns by g2, x2 or mi, columns "
                                "of both kinds by cg");
}

std::vector<ColumnId> all_columns(const Dataset& data) {
    std::vector<ColumnId> columns;
    for (std::size_t i = 0; i < data.columns().size(); ++i) columns.emplace_back(i);
    return columns;
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
    const StandardColumns standard(data, all_columns(data));
    rows_ = standard.weight();
    factor_ = standard.vectors();
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
