#pragma once

#include <pgm/core/random.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The logarithms of factorials, those of small numbers tabulated. Both ways are the same
/// computation, hence give the same bits.
class LogFactorials {
public:
    explicit LogFactorials(std::uint64_t largest);
    double operator()(std::uint64_t n) const;

private:
    std::vector<double> values_;
};

/// n ln n; 0 for n = 0.
double n_log_n(std::uint64_t n);

/// A hypergeometric number: how many of `draws` from `all` are marked where `marked` of all are and
/// none is drawn twice. By inversion outwards from the mode.
std::uint64_t draw_hypergeometric(std::uint64_t all, std::uint64_t marked, std::uint64_t draws,
                                  const LogFactorials& log_factorial, Rng& rng);

/// Monte Carlo permutation test of G^2: how often a table drawn at random among those with the sums
/// of the observed one has a G^2 at least as large, stratum by stratum of what is given.
///
/// Permuting the rows' states of B within each stratum leaves the sums n_az and n_bz as they are,
/// and given these all permutations are equally likely if A and B are independent given Z. So the
/// tables themselves are drawn, cell by cell (Patefield 1981, "An efficient method of generating
/// random R x C tables with given row and column totals"), which costs no time per row. Of tables
/// with the same sums G^2 differs by sum n ln n alone.
///
/// The p-value is (1 + c) / (1 + permutations) after c tables with as much; where c reaches
/// `enough` before, it is c / tables drawn and the rest is not drawn (Besag and Clifford 1991,
/// "Sequential Monte Carlo p-values"). It depends on the sums, the observed G^2 and the seed only,
/// not on the order of rows, states or strata, and not on which variable is A.
class PermutationTest {
public:
    static constexpr std::size_t enough = 50;

    /// Refers to the factorials.
    explicit PermutationTest(const LogFactorials& log_factorial) : log_factorial_(log_factorial) {}

    /// A stratum by its sums, all above 0, at least two of each.
    void add(std::vector<std::uint64_t> of_a, std::vector<std::uint64_t> of_b);

    /// The p-value of `observed`, the sum of n ln n over the cells of all strata.
    double p(double observed, std::size_t permutations, std::uint64_t seed = 1);

private:
    struct Stratum {
        std::vector<std::uint64_t> rows, columns;
        auto operator<=>(const Stratum&) const = default;
    };

    double random_sum(Rng& rng);
    double random_column(std::uint64_t& all, std::uint64_t draws, Rng& rng);

    const LogFactorials& log_factorial_;
    std::vector<Stratum> strata_;
    std::vector<std::uint64_t> left_;  ///< of the rows of the stratum being drawn
};

}  // namespace pgm::learners::detail
