#pragma once

#include <pgm/inference/detail/continuous/conditional_gaussians.hpp>
#include <pgm/inference/evidence_columns.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// The distribution of a linear Gaussian given the row of a table, for all rows that know the same
/// variables and have the same states of the discrete parents: in each configuration of the unknown
/// parents a mean that is an affine function of the row's values, and a standard deviation.
class RowRegressions {
public:
    /// Regressions for the rows that are like this one. The columns must live as long. Throws as
    /// ConditionalGaussians does; no variable may be a kernel density.
    RowRegressions(const BayesianNetwork& network, VariableId target,
                   const EvidenceColumns& columns, std::size_t row, std::size_t max_cells);

    /// Regressions of a target that is connected with linear Gaussians without discrete parents
    /// only, of which there is one configuration. `integral` is memory for the work.
    RowRegressions(const BayesianNetwork& network, VariableId target,
                   const EvidenceColumns& columns, std::size_t row, GaussianIntegral& integral);

    /// The discrete parents that these rows do not know.
    const Scope& scope() const { return scope_; }
    /// Discrete parents known in these rows; rows that are alike have the same states of them.
    std::span<const VariableId> known_parents() const { return known_parents_; }

    double sd(std::size_t cell) const { return sds_[cell]; }
    /// The means of some rows in a configuration, to the places of `means`.
    void write_means(std::size_t cell, std::span<const std::uint32_t> rows,
                     std::span<double> means) const;

private:
    void add_known_target(const double* value);
    void add(const GaussianIntegral::LinearPredictor& predictor,
             std::span<const VariableId> variables);

    Scope scope_;
    std::vector<VariableId> known_parents_;
    std::vector<const double*> values_;  ///< of the columns that the mean depends on
    // By cell of scope(); of the slopes one for each of the columns.
    std::vector<double> intercepts_, slopes_, sds_;
};

}  // namespace pgm::detail
