#pragma once

#include <learners/score/detail/multinomial_complexity.hpp>
#include <learners/score/score.hpp>
#include <pgm/data/family_counter.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace pgm::learners::detail {

/// A function of whole numbers, computed beforehand for the small ones. Both ways are the same
/// computation, hence give the same bits.
template <double function(double)>
class TabulatedFunction {
public:
    explicit TabulatedFunction(std::uint64_t largest) {
        const std::uint64_t size = largest < most_entries ? largest + 1 : most_entries;
        for (std::uint64_t n = 0; n < size; ++n)
            values_.push_back(function(static_cast<double>(n)));
    }

    double operator()(std::uint64_t n) const {
        return n < values_.size() ? values_[n] : function(static_cast<double>(n));
    }

private:
    /// Half a megabyte: a larger table takes longer to read than the function to compute.
    static constexpr std::uint64_t most_entries = std::uint64_t{1} << 16;
    std::vector<double> values_;
};

double n_log_n(double n);
double log_factorial(double n);

/// The score of a family of tables from its counts, by the formulas of Score; of ebic its part that
/// is bic.
class TableScore {
public:
    /// `rows` is the weight of all rows of the data.
    TableScore(const Score& score, std::uint64_t rows);

    /// The score of a child with `states` states whose parents have `configurations`
    /// configurations.
    double operator()(const FamilyRuns& counts, double configurations, double states) const;

    /// Upper bounds of it and of the scores with more parents: one that needs no counts, and one
    /// for data without missing values. Plus infinity where there is none.
    double bound(double configurations, double states) const;
    double bound(const FamilyRuns& counts, double states) const;

private:
    double log_likelihood(const FamilyRuns& counts) const;
    double k2(const FamilyRuns& counts, double states) const;
    double fnml(const FamilyRuns& counts, double states) const;
    double qnml(const FamilyRuns& counts, double configurations, double states) const;

    Score score_;
    double rows_;
    TabulatedFunction<n_log_n> n_log_n_;
    TabulatedFunction<log_factorial> log_factorial_;
    std::shared_ptr<const MultinomialComplexity> complexity_;  ///< where the score needs it
};

}  // namespace pgm::learners::detail
