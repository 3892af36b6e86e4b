#pragma once

#include <pgm/core/exact_sum.hpp>
#include <pgm/data/sums.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The sums of families that incomplete rows are expected to contribute, added up case by case.
///
/// Weights are rounded to multiples of 2^-64 when they are added, and everything else is exact, so
/// that the sums depend neither on the order of the cases nor on how many threads share them. Added
/// to the counts of what is known they are statistics like any other (pgm/data/sums.hpp), and
/// estimation does not know the difference.
class ExpectedSums {
public:
    /// Zeros for the families of `known`, numbered as in `families`, all of which it has. Refers to
    /// both.
    ExpectedSums(const Sums& known, std::span<const Family> families);

    /// Adds the weight to a cell of a family with a discrete child.
    void add(std::uint32_t family, std::size_t cell, double weight) {
        const WeightSum sum = WeightSum::of(weight);
        ExpectedFamily& sums = sums_[family];
        if (sums.is_sparse)
            sums.entries.push_back({cell, sum});
        else
            sums.weights[cell] += sum;
    }

    /// Adds rows of a family with a continuous child: so much weight, the means of its continuous
    /// members and their covariance, row by row; an empty one is 0.
    void add(std::uint32_t family, std::size_t configuration, double weight,
             std::span<const double> means, std::span<const double> covariance);

    void merge(const ExpectedSums& other);

    /// The known sums and these together.
    Sums with_known(const Limits& limits) const;

private:
    struct ExpectedFamily {
        bool is_continuous = false;
        bool is_sparse = false;
        std::size_t moments = 0;  ///< per configuration
        std::vector<WeightSum> weights;
        std::vector<FamilyCounts::CountedCell> entries;
        std::vector<ExactSum> products;
    };

    const Sums& known_;
    std::span<const Family> families_;
    std::vector<ExpectedFamily> sums_;
};

}  // namespace pgm::learners::detail
