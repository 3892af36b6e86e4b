#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <memory>
#include <span>

namespace pgm::learners {

/// The result of a test of independence.
struct TestResult {
    double statistic = 0;
    double degrees_of_freedom = 0;
    /// The probability of a statistic at least as large if the variables are independent.
    double p = 1;
    /// The weight of the rows in which no tested variable is missing.
    double rows = 0;

    friend bool operator==(const TestResult&, const TestResult&) = default;
};

/// Answers "are A and B independent given Z?" about variables 0 ... n-1.
///
/// Searches by constraints (learners/search/pc.hpp) ask for nothing else, so they run on a table of
/// data (data_test.hpp) as on a graph that knows the truth (d_separation_test.hpp). How it differs
/// from DecomposableScore: that weighs a whole family and needs a penalty; this decides about one
/// pair and needs a level of significance.
///
/// A result is finite and never NaN. All members may be called from several threads at the same
/// time. A and B differ, Z holds neither, ascends and has no repetitions; ArgumentError otherwise.
class IndependenceTest {
public:
    virtual ~IndependenceTest() = default;

    virtual std::size_t variables() const = 0;

    virtual TestResult test(VariableId a, VariableId b,
                            std::span<const VariableId> given) const = 0;

    /// results[i] becomes test(a, candidates[i], given), to the same bits. Faster than one call
    /// each where the counts of A and Z can be shared; without an overriding member it is that
    /// loop.
    virtual void tests(VariableId a, std::span<const VariableId> candidates,
                       std::span<const VariableId> given, std::span<TestResult> results) const;

    /// A test that gives the same results where all variables are among `variables`, which ascend,
    /// and is faster at it; null where about so many tests given so many variables would not pay
    /// for making it. It may refer to this one.
    virtual std::unique_ptr<IndependenceTest> focused_on(std::span<const VariableId> variables,
                                                         std::size_t conditions,
                                                         double expected_tests) const;

protected:
    IndependenceTest() = default;
    IndependenceTest(const IndependenceTest&) = default;
    IndependenceTest& operator=(const IndependenceTest&) = default;

    /// Throws the ArgumentError above.
    void require_testable(VariableId a, VariableId b, std::span<const VariableId> given) const;
};

}  // namespace pgm::learners
