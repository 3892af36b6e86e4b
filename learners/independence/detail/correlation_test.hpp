#pragma once

#include <learners/independence/independence_test.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>

#include <Eigen/Core>

namespace pgm::learners::detail {

/// Fisher's z of partial correlations.
///
/// Column j of the data, standardised to length 1, is Q R e_j with an orthogonal Q; angles between
/// columns and what is left of them after a projection are those of the columns of R. So a test
/// works on vectors whose length is the number of variables and not that of rows.
class CorrelationTest final : public IndependenceTest {
public:
    CorrelationTest(const Dataset& data, const Limits& limits);

    std::size_t variables() const override { return static_cast<std::size_t>(factor_.cols()); }
    TestResult test(VariableId a, VariableId b, std::span<const VariableId> given) const override;

private:
    double partial_correlation(VariableId a, VariableId b, std::span<const VariableId> given) const;

    Eigen::MatrixXd factor_;  ///< R; a constant column is zero
    double rows_ = 0;
};

}  // namespace pgm::learners::detail
