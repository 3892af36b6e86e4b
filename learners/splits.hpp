#pragma once

#include <pgm/data/column.hpp>

#include <cstdint>
#include <vector>

namespace pgm::learners {

/// Rows to learn from and rows to be judged by. Row numbers ascend in both; no row is in both; rows whose class is missing are in neither.
struct Split {
    std::vector<std::uint32_t> training;
    std::vector<std::uint32_t> test;

    friend bool operator==(const Split&, const Split&) = default;
};

/// Stratified folds, `repeats` times: in each repeat every row with a class is tested exactly once, by one of `folds` splits.
///
/// Each class's rows are shuffled by the seed and dealt to the folds in turn, the next class going on where the last one stopped: of every class two folds differ by at
/// most one row, and so do their sizes. Equal to the last row for the same seed, classes in state order and rows, on any machine.
///
/// Throws ArgumentError for fewer than two folds or no repeats, for more folds than rows with a class, and for a class column that is continuous.
std::vector<Split> stratified_folds(const Column& class_column, std::size_t folds, std::size_t repeats, std::uint64_t seed);

/// Hold-out, `repeats` times: that share of every class's rows is tested (rounded so that the shares of all classes together add up), the rest learned from.
///
/// Throws ArgumentError unless 0 < share < 1 and both parts get a row.
std::vector<Split> stratified_holdouts(const Column& class_column, double share, std::size_t repeats, std::uint64_t seed);

}  // namespace pgm::learners
