#pragma once

#include <learners/independence/independence_test.hpp>
#include <pgm/graph/dag.hpp>

namespace pgm::learners {

/// The test that knows the truth: A and B are independent given Z exactly when a DAG separates them
/// (pgm/graph/d_separation.hpp). Its p is 1 for separated variables and 0 for others, whose
/// statistic is 1; it has no rows.
///
/// A search by constraints that asks it must find the CPDAG of the DAG (Spirtes, Glymour and
/// Scheines 2000, theorem 5.1), which is what tests of searches need.
class DSeparationTest final : public IndependenceTest {
public:
    explicit DSeparationTest(Dag dag) : dag_(std::move(dag)) {}

    std::size_t variables() const override { return dag_.size(); }
    TestResult test(VariableId a, VariableId b, std::span<const VariableId> given) const override;

private:
    Dag dag_;
};

}  // namespace pgm::learners
