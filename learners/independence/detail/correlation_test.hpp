#pragma once

#include <learners/independence/independence_test.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>

#include <Eigen/Core>

namespace pgm::learners::detail {

/// Fisher's z of partial correlations.
///
/// A test works on the vectors of StandardColumns, whose length is the number of variables and not
/// that of rows.
class CorrelationTest final : public IndependenceTest {
public:
    CorrelationTest(const Dataset& data, const Limits& limits);

    std::size_t variables() const override { return static_cast<std::size_t>(factor_.cols()); }
    TestResult test(VariableId a, VariableId b, std::span<const VariableId> given) const override;

private:
    double partial_correlation(VariableId a, VariableId b, std::span<const VariableId> given) const;

    Eigen::MatrixXd factor_;  ///< StandardColumns::vectors()
    double rows_ = 0;
};

}  // namespace pgm::learners::detail
