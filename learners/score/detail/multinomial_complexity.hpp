#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgm::learners::detail {

/// ln C(K, n), the parametric complexity of a multinomial of K states and n rows: the normalising
/// sum of its maximum likelihood,
///
///     C(K, n) = sum over h_1 + ... + h_K = n of n! / (h_1! ... h_K!) prod_k (h_k / n)^h_k.
///
/// C(1, n) = 1; C(2, n) = 1 + Q(n) with Ramanujan's Q(n) = sum_{i=1}^{n} n!/((n-i)! n^i) (Mononen
/// and Myllymaki 2008); C(K + 2, n) = C(K + 1, n) + n/K C(K, n) (Kontkanen and Myllymaki 2007).
/// From 1024 rows on Q is its asymptotic series, whose error is there below 5e-14 of it; beyond
/// 65,536 states ln C is the approximation of Szpankowski and Weinberger (2012), whose error is
/// there below 1e-10 of it.
class MultinomialComplexity {
public:
    /// All ln C of `usual_rows`, the rows of families without missing values, are made beforehand:
    /// they then cost no loop over the states.
    explicit MultinomialComplexity(std::uint64_t usual_rows = 0);

    /// ln C(states, rows); 0 when there are no rows.
    double operator()(double states, std::uint64_t rows) const;

private:
    double of_two_states(std::uint64_t rows) const;

    std::uint64_t usual_rows_;
    std::vector<double> two_states_;     ///< C(2, n) by n
    std::vector<double> of_usual_rows_;  ///< from two states on
};

}  // namespace pgm::learners::detail
