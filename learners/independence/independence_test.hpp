#pragma once

#include <learners/words/word_table.hpp>
#include <pgm/core/ids.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace pgm::learners {

/// The log-likelihood ratio G^2 = 2 sum n ln( n n_z / (n_az n_bz) ).
struct G2 {
    friend bool operator==(const G2&, const G2&) = default;
};

/// Pearson's X^2 = sum (n - e)^2 / e  with  e = n_az n_bz / n_z.
struct X2 {
    friend bool operator==(const X2&, const X2&) = default;
};

/// The conditional mutual information I(A; B | Z) = G^2 / (2 N) in nats, with the p-value of G^2.
struct MutualInformation {
    friend bool operator==(const MutualInformation&, const MutualInformation&) = default;
};

/// Fisher's z = sqrt(N - |Z| - 3) atanh(r), r the partial correlation of A and B given Z.
struct FisherZ {
    friend bool operator==(const FisherZ&, const FisherZ&) = default;
};

/// G^2 as above, its p-value by a Monte Carlo permutation test instead of chi-square: exact however
/// few rows a configuration of Z has.
struct MonteCarloG2 {
    /// Random tables at most; fewer where p is not small. No p is below 1 / (permutations + 1).
    std::size_t permutations = 1000;
    friend bool operator==(const MonteCarloG2&, const MonteCarloG2&) = default;
};

/// The likelihood ratio of conditional Gaussians, for columns of both kinds:
///
///     2 log( p(a, b, z) p(z) / (p(a, z) p(b, z)) )   summed over the rows,
///
/// each p a maximum-likelihood model that has a probability for every combination of states of its
/// discrete columns and, given that, a normal distribution of its continuous ones with a mean and a
/// covariance of their own. Of discrete columns alone it is G^2, of continuous ones the likelihood
/// ratio -n log(1 - r^2); of a number and states it compares regressions on Z, one for each state
/// and one for all. Discrete A and B given numbers are not nested models; a ratio below 1 counts
/// as 1.
///
/// Rows of a combination of states with fewer than three rows for each coefficient of a regression
/// are left out. A variance is not less than the resolution of its column allows, as in the scores
/// (docs/learning.md).
struct ConditionalGaussian {
    friend bool operator==(const ConditionalGaussian&, const ConditionalGaussian&) = default;
};

/// The statistic of a test of "A and B are independent given Z" computes from a data set.
///
/// | word       | type              | columns    | if independent, distributed as         |
/// |------------|-------------------|------------|----------------------------------------|
/// | `g2`       | G2                | discrete   | chi-square with d degrees of freedom   |
/// | `x2`       | X2                | discrete   | the same                               |
/// | `mi`       | MutualInformation | discrete   | the same, after times 2 N              |
/// | `mc-g2:N`  | MonteCarloG2      | discrete   | among tables of the same sums, N random |
/// | `fisher-z` | FisherZ           | continuous | standard normal, tested on both sides  |
/// | `cg`       | ConditionalGaussian | any      | chi-square, parameters counted         |
///
/// with d = sum over z of (|A_z| - 1) (|B_z| - 1), where z are the configurations of Z that occur
/// and |A_z|, |B_z| the numbers of states of A and B that occur with z; the degrees of freedom
/// reported for FisherZ are N - |Z| - 3. With m continuous columns in Z, those of
/// ConditionalGaussian are d (1 + m (m + 3) / 2) where A and B are discrete; m + 2 for each further
/// state of the discrete one in a configuration of Z where one is; and 1 for each configuration
/// where neither is.
///
/// Sums run over the cells of the table of A, B and Z: n is the weight of the rows of a cell and
/// n_az, n_bz, n_z are its sums. A configuration with one state of A or of B adds nothing to any of
/// the sums. Sources: Agresti 2002, "Categorical Data Analysis", section 3.2, for the first three;
/// Tsamardinos and Borboudakis 2010, "Permutation testing improves Bayesian network learning", for
/// mc-g2; Fisher 1924, "The distribution of the partial correlation coefficient", for fisher-z;
/// Andrews, Ramsey and Cooper 2018, "Scoring Bayesian networks of mixed variables", for cg, a
/// relative of bnlearn's mi-cg.
using TestStatistic =
    std::variant<G2, X2, MutualInformation, MonteCarloG2, FisherZ, ConditionalGaussian>;

/// Read from the words of the table above. Throws ArgumentError that lists the words.
TestStatistic parse_test_statistic(std::string_view text);

/// Text that parses back to the same value.
std::string format(const TestStatistic& statistic);

/// The result of a test of independence.
struct TestResult {
    double statistic = 0;
    /// 0 where Z leaves A or B nothing to vary; p is 1 then, whatever they depend on.
    double degrees_of_freedom = 0;
    /// The probability of a statistic at least as large if the variables are independent.
    double p = 1;
    /// The weight of the rows in which no tested variable is missing.
    double rows = 0;

    friend bool operator==(const TestResult&, const TestResult&) = default;
};

/// Answers "are A and B independent given Z?" about variables 0 ... n-1.
///
/// Searches by constraints (learners/search/constraint_search.hpp) need no more, so they run on a
/// table of data (data_test.hpp) as on the true graph (DSeparationTest). How it differs from
/// DecomposableScore: that weighs a whole family and needs a penalty; this decides about one pair
/// and needs a level of significance.
///
/// A result is finite and never NaN. All members may be called from several threads at the same
/// time. A and B differ, Z holds neither, ascends and has no repetitions; ArgumentError otherwise.
class IndependenceTest {
public:
    virtual ~IndependenceTest() = default;

    virtual std::size_t variables() const = 0;

    virtual TestResult test(VariableId a, VariableId b,
                            std::span<const VariableId> given) const = 0;

    /// False where a search need not ask for that test: if all states occur, it has more than
    /// eight degrees of freedom for each row. With more variables given it stays false. True for
    /// tests without such a limit.
    virtual bool has_enough_rows(VariableId a, VariableId b,
                                 std::span<const VariableId> given) const;

    /// results[i] becomes test(a, candidates[i], given), bit for bit. Faster than one call
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

/// The test by the true graph: A and B are independent given Z exactly when a DAG separates them
/// (pgm/graph/d_separation.hpp). Its p is 1 for separated variables and 0 for others, whose
/// statistic is 1; it has one degree of freedom and no rows.
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
