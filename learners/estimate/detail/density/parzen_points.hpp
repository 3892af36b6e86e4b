#pragma once

#include <learners/estimate/detail/density/kernel_points.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/core/exact_sum.hpp>
#include <pgm/data/dataset.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// A training row as the structure `parzen` keeps it.
struct ParzenPoint {
    std::uint32_t class_state = 0;
    std::vector<double> values;  ///< of the continuous features, in their order
    WeightSum weight;

    friend bool operator==(const ParzenPoint&, const ParzenPoint&) = default;
};

/// Whole rows, where KernelPoints keeps the values of each column by themselves: a density of the
/// whole vector needs to know which values came together.
class ParzenPoints {
public:
    /// Collects points of these continuous columns, by the numbers they have in the plan's schema.
    explicit ParzenPoints(std::vector<ColumnId> features) : features_(std::move(features)) {}

    /// `columns[i]` is the column of `data` that the schema calls ColumnId{i}; column 0 is the
    /// class.
    void add(const Dataset& data, std::span<const ColumnId> columns);

    /// The rows that have a class and a value of each of `features`, some of this object's: by
    /// class, then by values, equal ones made one, so that the order of the rows leaves no trace
    /// and a row of weight 2 is two rows.
    std::vector<ParzenPoint> sorted(std::span<const ColumnId> features) const;

private:
    std::vector<ColumnId> features_;
    std::vector<std::uint32_t> classes_;
    std::vector<WeightSum> weights_;
    std::vector<double> values_;  ///< row by row
};

}  // namespace pgm::learners::detail
