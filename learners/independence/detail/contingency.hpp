#pragma once

#include <learners/independence/detail/permutation_test.hpp>
#include <learners/independence/independence_test.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The axes of a test in a table of counts whose cells are numbered
///
///     cell = ((high * b_states + b) * low_size + low) * a_states + a ,
///
/// (high, low) being the configuration of the given columns: those before B's and those behind it.
struct TestAxes {
    std::size_t high_size = 1;
    std::size_t b_states = 1;
    std::size_t low_size = 1;
    std::size_t a_states = 1;
};

/// Counts in one configuration of what is given.
struct CellCount {
    std::size_t a;
    std::size_t b;
    std::uint64_t count;
};

/// Adds up the statistic of one test and its degrees of freedom, configuration by configuration.
/// One in which a single state of A, or of B, occurs adds nothing to either.
class ContingencyTest {
public:
    /// Refers to the factorials, which are for MonteCarloG2.
    ContingencyTest(const TestStatistic& statistic, const LogFactorials& log_factorial,
                    std::size_t a_states, std::size_t b_states);

    /// One configuration; cells that are not listed have no rows, none is listed twice.
    void add(std::span<const CellCount> cells);

    /// A whole table.
    void add(std::span<const std::uint64_t> counts, const TestAxes& axes);

    /// Once, after the last configuration.
    TestResult result();

private:
    void add_to_permutations(std::span<const CellCount> cells);
    double likelihood_ratio(std::span<const CellCount> cells, double total) const;
    double squared_deviations(std::span<const CellCount> cells, double total);

    TestStatistic statistic_;
    std::vector<double> of_a_;  ///< sums of the configuration; 0 between two of them
    std::vector<double> of_b_;
    std::vector<double> met_by_a_;  ///< sums over the states of B that occur with a state of A
    std::vector<CellCount> cells_;
    std::optional<PermutationTest> permutations_;
    double n_log_n_ = 0;  ///< the sum over the cells of what is permuted
    double sum_ = 0;
    std::size_t degrees_of_freedom_ = 0;
    std::uint64_t rows_ = 0;
};

}  // namespace pgm::learners::detail
