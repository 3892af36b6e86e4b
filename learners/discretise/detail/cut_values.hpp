#pragma once

#include <learners/discretise/detail/sorted_numbers.hpp>
#include <pgm/data/column.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The weight of one number in one class: what the rules for cut points know of a column.
struct CutValue {
    double value = 0;
    std::uint32_t label = 0;
    double weight = 0;
};

/// Memory that is used again for the next column.
struct CutMemory {
    SortMemory sorted;
    std::vector<CutValue> values;
};

/// The numbers of a continuous column with their weights, one entry per different number and class,
/// in increasing order; rows in which the number or the class is missing, and rows of weight 0, are
/// left out. `classes` may be null: then all rows have label 0. Weights are added exactly
/// (WeightSum), so the order of the rows leaves no trace. The result is in `memory`.
std::span<const CutValue> cut_values(const Column& numbers, const Column* classes,
                                     std::span<const double> weights, CutMemory& memory);

/// A cut between two numbers a < b: their middle, or b where they are neighbours; a lies below it
/// and b does not. Of the numbers that differ from the middle only by rounding it is the one with
/// the fewest digits, so that the middle of 1.6 and 1.8 is 1.7 and not 1.7000000000000002.
double cut_between(double a, double b);

}  // namespace pgm::learners::detail
