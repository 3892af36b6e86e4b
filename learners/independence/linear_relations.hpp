#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::learners {

/// A continuous column that is a linear function of others in every row,
///
///     column = intercept + slopes[0] by[0] + slopes[1] by[1] + ...
///
/// such as a temperature in a second unit, or a total beside its parts. Its density given these has
/// no bound, so no score can weigh it, and given the column a test finds no dependence on the
/// others: searches for structures take such columns out (learners/search/determined_columns.hpp).
struct LinearRelation {
    ColumnId column;
    std::vector<ColumnId> by;    ///< ascending, at least one
    std::vector<double> slopes;  ///< one for each of `by`, none 0
    double intercept = 0;

    friend bool operator==(const LinearRelation&, const LinearRelation&) = default;
};

/// The relations among the continuous columns, each column as a function of columns that stand
/// before it in `order`: of one alone where one is enough, else of the columns before it that are
/// themselves no function of others. Without an order that of the table counts. Columns that are
/// constant or not named in the order take no part.
///
/// The rank of the columns is revealed by a QR decomposition with column pivoting of the rows in
/// which no column is missing, standardised. A relation must leave at most 1e-10 of the column's
/// length about its mean, beside what rounding its numbers has left: numbers that were computed
/// from the others leave less, also when they were written with ten digits, measurements more. It
/// must hold so in all rows that have its columns, and be more than an effect of few rows: the
/// different rows are more than its coefficients, or the rows four times as many.
///
/// None where the columns are so many that their correlations are past `limits.max_table_cells`.
std::vector<LinearRelation> linear_relations(const Dataset& data,
                                             std::span<const ColumnId> order = {},
                                             const Limits& limits = {});

/// The variables of a DAG that are functions of their parents alone; variable i is column
/// i. Ascending by column.
std::vector<LinearRelation> linear_families(const Dataset& data, const Dag& dag);

/// "'fahrenheit' is a linear function of 'celsius': fahrenheit = 1.8 celsius + 32"
std::string linear_relation_remark(const LinearRelation& relation, const Dataset& data);

/// "1.8 celsius + 32", with numbers of six digits; terms past the eighth are only counted.
std::string formula_of(const LinearRelation& relation, const Dataset& data);

}  // namespace pgm::learners
