#include <apps/pgm/report/page/association_report.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

namespace pgm::apps {

using learners::Association;

namespace {

Value degrees_of_freedom(const learners::AssociationResult& result) {
    if (!result.residual_degrees_of_freedom) return Count{result.degrees_of_freedom};
    return std::vector{Count{result.degrees_of_freedom},
                       Count{*result.residual_degrees_of_freedom}};
}

}  // namespace

Report association_report(const Dataset& data, const Association& pair) {
    const auto& result = pair.result;
    const auto member = [&](double learners::AssociationResult::*number) {
        return result ? Value((*result).*number) : Value();
    };
    using Result = learners::AssociationResult;
    return {
        {"columns", std::vector{data.column(pair.first).name(), data.column(pair.second).name()}},
        {"test", learners::name_of(pair.test)},
        {"statistic", member(&Result::statistic)},
        {"df", result ? degrees_of_freedom(*result) : Value()},
        {"p", member(&Result::p)},
        {"q", member(&Result::q)},
        {"strength", member(&Result::strength)},
        {"rows", Count{pair.rows}}};
}

std::vector<const Association*> surest_first(std::span<const Association> pairs) {
    std::vector<const Association*> order;
    for (const Association& pair : pairs) order.push_back(&pair);
    std::ranges::stable_sort(order, {}, [](const Association* pair) {
        const learners::AssociationResult result =
            pair->result.value_or(learners::AssociationResult{});
        return std::tuple(!pair->result, result.q, -result.strength);
    });
    return order;
}

io::StrengthMatrix strength_matrix(const Dataset& data, const learners::AssociationOptions& options,
                                   std::span<const Association> pairs) {
    std::vector<ColumnId> columns;
    for (const Association& pair : pairs) {
        columns.push_back(pair.first);
        columns.push_back(pair.second);
    }
    std::ranges::sort(columns);
    const auto twice = std::ranges::unique(columns);
    columns.erase(twice.begin(), twice.end());
    std::vector<ColumnId> rows = columns;
    if (options.with) {
        rows = {*options.with};
        std::erase(columns, *options.with);
    }
    io::StrengthMatrix matrix;
    for (const ColumnId row : rows) matrix.rows.push_back(data.column(row).name());
    for (const ColumnId column : columns) matrix.columns.push_back(data.column(column).name());
    const auto place = [](const std::vector<ColumnId>& list, ColumnId column) {
        return static_cast<Eigen::Index>(std::ranges::find(list, column) - list.begin());
    };
    matrix.strengths = Eigen::MatrixXd::Constant(static_cast<Eigen::Index>(rows.size()),
                                                 static_cast<Eigen::Index>(columns.size()),
                                                 std::numeric_limits<double>::quiet_NaN());
    for (const auto& [first, second, test, weight, result] : pairs)
        for (const auto& [a, b] : {std::pair(first, second), std::pair(second, first)})
            if (const Eigen::Index i = place(rows, a), j = place(columns, b);
                result && i < matrix.strengths.rows() && j < matrix.strengths.cols())
                matrix.strengths(i, j) = result->strength;
    return matrix;
}

}  // namespace pgm::apps
