#pragma once

#include <pgm/core/exact_sum.hpp>
#include <pgm/data/family_counts.hpp>

#include <span>
#include <vector>

namespace pgm {

/// Weight, sums and sums of products of a continuous child and its continuous parents, for each
/// configuration of the discrete parents: the sufficient statistics of a (linear) Gaussian.
///
/// With v = (continuous parents in the family's order, child), w the row weights, and the sums over
/// the rows of one configuration that have no missing member:
///
///     weight        = sum w
///     mean_i        = sum w v_i / weight
///     covariance_ij = sum w (v_i - mean_i) (v_j - mean_j) / weight
///
/// Covariances are those of maximum likelihood: divided by the weight, not by the weight less one.
/// What is stored are the raw sums of w, w v_i and w v_i v_j without any rounding (ExactSum), and
/// mean and covariance are computed from them in exact arithmetic and rounded once. That makes them
/// right at any offset (the usual sum of squares less squared mean loses everything at 1e8), and
/// independent of the order of the rows, of shards and of threads.
class FamilyMoments {
public:
    /// All zero. `discrete_parents` are the axes of the configurations, `variables` the continuous
    /// parents and the child.
    FamilyMoments(Family family, ColumnScope discrete_parents, std::vector<ColumnId> variables);

    const Family& family() const { return family_; }
    const ColumnScope& discrete_parents() const { return discrete_parents_; }
    /// The continuous parents in the family's order, then the child.
    const std::vector<ColumnId>& variables() const { return variables_; }
    std::size_t dimension() const { return variables_.size(); }
    std::size_t configurations() const { return weights_.size(); }

    WeightSum weight(std::size_t configuration) const { return weights_[configuration]; }
    /// Mean of variables()[i]. These two are the exact values, rounded once; throw ArgumentError
    /// when the configuration has no weight.
    double mean(std::size_t configuration, std::size_t i) const;
    double covariance(std::size_t configuration, std::size_t i, std::size_t j) const;

    /// Moments with all configurations together: one configuration that holds all rows.
    FamilyMoments pooled() const;

    /// The raw sums: of a configuration those of w v_i, then those of w v_i v_j for (0,0), (1,0),
    /// (1,1), (2,0), ...
    std::size_t sums_per_configuration() const {
        return dimension() + dimension() * (dimension() + 1) / 2;
    }
    std::size_t product_index(std::size_t i, std::size_t j) const {
        return dimension() + (i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j);
    }
    /// None of a configuration that has no rows: memory is taken only for those that have some.
    std::span<const ExactSum> sums(std::size_t configuration) const { return sums_[configuration]; }
    /// Adds to the sums of one configuration; `sums` in the order above.
    void add(std::size_t configuration, WeightSum weight, std::span<const ExactSum> sums);

    /// Throw ArgumentError when `other` is about another family; subtract also when a weight would
    /// become negative, and then it is unchanged.
    void merge(const FamilyMoments& other);
    void subtract(const FamilyMoments& other);
    void check_subtract(const FamilyMoments& other) const;

    friend bool operator==(const FamilyMoments&, const FamilyMoments&) = default;

private:
    void check_weight(std::size_t configuration) const;
    void drop_zeros(std::size_t configuration);

    Family family_;
    ColumnScope discrete_parents_;
    std::vector<ColumnId> variables_;
    std::vector<WeightSum> weights_;
    std::vector<std::vector<ExactSum>> sums_;  ///< by configuration; empty where all are zero
};

}  // namespace pgm
