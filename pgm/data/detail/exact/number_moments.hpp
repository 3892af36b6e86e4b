#pragma once

#include <pgm/data/detail/exact/exact_kernels.hpp>
#include <pgm/data/detail/exact/moment_plan.hpp>
#include <pgm/data/detail/counting/sorted_rows.hpp>
#include <pgm/data/family_moments.hpp>

#include <array>
#include <span>
#include <vector>

namespace pgm::detail {

/// Moments of single numbers, per configuration of their discrete parents: what Gaussians without
/// continuous parents need of the data.
///
/// Blocks of rows are sorted by configuration once for all columns; the cells of one column and
/// configuration are collected and added by sum_squares() (exact_kernels.hpp), at a few operations
/// a cell. What is too small beside the largest number of its run comes again in a run of its own;
/// few or enormous numbers, and weighted rows, are added one by one. It differs from the way of
/// moment_rows.cpp, for products of different numbers, in that a missing value concerns its own
/// column only, so no one needs to know beforehand where cells are missing.
class NumberMoments {
public:
    /// Group and weights (of all rows, or none) must live as long.
    NumberMoments(const NumberGroup& group, std::span<const double> weights);

    void add_rows(std::size_t first, std::size_t rows);
    void merge(const NumberMoments& other);
    void store_in(std::span<FamilyMoments> families) const;

private:
    struct NumberSums {
        WeightSum weight;
        ExactSum numbers, squares;
    };

    const double* cells_after(std::size_t number, std::size_t first, std::size_t end) const;
    void add_run(const double* cells, std::span<const std::uint32_t> rows, NumberSums& sums);
    void add_values(std::size_t count, NumberSums& sums);
    std::size_t add_some_values(std::size_t count, int bound, NumberSums& sums);
    void add_weighted_run(const double* cells, std::span<const std::uint32_t> rows,
                          const double* weights, NumberSums& sums);
    int fill_up(std::size_t count);

    const NumberGroup* group_;
    std::span<const double> weights_;
    std::vector<NumberSums> sums_;  ///< number by number, by configuration
    SortedRows sorted_;
    const double* ahead_ = nullptr;  ///< cells that will be read soon
    std::array<double, kernels::longest_run> values_, rest_;
};

}  // namespace pgm::detail
