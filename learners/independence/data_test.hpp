#pragma once

#include <learners/independence/independence_test.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>

#include <memory>
#include <span>

namespace pgm::learners {

/// Tests on a data set; variable i is column i.
///
/// Discrete columns: every test counts the rows in which none of its columns is missing, with their
/// weights, which must be whole numbers. Tables of few cells are counted by FamilyCounter; a table
/// of more cells than memory is for has its rows sorted, so that memory is bounded by the rows.
///
/// Continuous columns (FisherZ): the rows in which no column at all is missing are standardised and
/// reduced to the triangular factor of their QR decomposition, once. A test then orthogonalises a
/// few columns of this factor, which works with the data's own condition number where a correlation
/// matrix has its square. A column that is constant, or a linear function of Z, has no variation
/// left to be explained: the statistic is 0 and p is 1. So it is where N <= |Z| + 3. A correlation
/// of 1 counts as the next smaller double.
///
/// Columns of both kinds (ConditionalGaussian): a test counts the rows in which none of its columns
/// is missing, with weights of any size.
///
/// Refers to the data, which must outlive it. Throws ArgumentError, naming the column, where a
/// column is of the wrong kind, and for weights as above; TooLargeError where the factor of so many
/// continuous columns is past `limits.max_table_cells`.
std::unique_ptr<IndependenceTest> data_test(const Dataset& data, const TestStatistic& statistic,
                                            std::size_t threads = 1, const Limits& limits = {});
std::unique_ptr<IndependenceTest> data_test(Dataset&& data, const TestStatistic& statistic,
                                            std::size_t threads = 1,
                                            const Limits& limits = {}) = delete;

/// The statistic that fits the columns: G2 of discrete ones, FisherZ of continuous ones,
/// ConditionalGaussian of both.
TestStatistic default_statistic(const Dataset& data);

/// Are some columns together independent of others given a third set? Of discrete columns, each
/// side is one variable whose states are the combinations of its columns' states. A column that is
/// given is constant on a side: it is left out there, and a side without columns is independent of
/// everything.
///
/// Throws what data_test() throws, ArgumentError for a column on both sides, and for several
/// columns on a side of which one is continuous; TooLargeError for more combinations than
/// `limits.max_states`.
TestResult test_independence(const Dataset& data, std::span<const ColumnId> left,
                             std::span<const ColumnId> right, std::span<const ColumnId> given,
                             const TestStatistic& statistic, const Limits& limits = {});

}  // namespace pgm::learners
