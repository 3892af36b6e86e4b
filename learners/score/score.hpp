#pragma once

#include <learners/words/word_table.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace pgm::learners {

/// log P(data) with the parameters of maximum likelihood. It never falls when an arc is added.
struct LogLikelihoodScore {
    friend bool operator==(const LogLikelihoodScore&, const LogLikelihoodScore&) = default;
};

/// log-likelihood - k (Akaike 1974).
struct AicScore {
    friend bool operator==(const AicScore&, const AicScore&) = default;
};

/// log-likelihood - P k ln(n) / 2, P being 1 (Schwarz 1978). Larger is better, as with every score
/// here. A larger `penalty` asks for more evidence for each arc.
struct BicScore {
    double penalty = 1;
    friend bool operator==(const BicScore&, const BicScore&) = default;
};

/// Extended BIC: bic less `gamma` times the logarithm of the number of sets of as many parents,
/// ln C(v - 1, p) for p of v variables (Chen and Chen 2008, "Extended Bayesian information criteria
/// for model selection with large model spaces"). All numbers of parents are then equally probable
/// beforehand at gamma = 1, and not all sets, most of which are large. Beyond half of the variables
/// the number is that of half of them.
struct ExtendedBicScore {
    double gamma = 1;
    friend bool operator==(const ExtendedBicScore&, const ExtendedBicScore&) = default;
};

/// Marginal likelihood, every Dirichlet count 1 (Cooper and Herskovits 1992).
struct K2Score {
    friend bool operator==(const K2Score&, const K2Score&) = default;
};

/// Marginal likelihood, Dirichlet counts S / (q r) (Heckerman, Geiger and Chickering 1995).
struct BdeuScore {
    double equivalent_sample_size = 10;
    friend bool operator==(const BdeuScore&, const BdeuScore&) = default;
};

/// BDeu with the parent configurations that occur as q (Scutari 2016).
struct BdsScore {
    double equivalent_sample_size = 10;
    friend bool operator==(const BdsScore&, const BdsScore&) = default;
};

/// Factorised normalised maximum likelihood (Silander et al. 2008).
struct FnmlScore {
    friend bool operator==(const FnmlScore&, const FnmlScore&) = default;
};

/// Quotient normalised maximum likelihood (Silander et al. 2018).
struct QnmlScore {
    friend bool operator==(const QnmlScore&, const QnmlScore&) = default;
};

/// Marginal likelihood of Gaussians with a normal-Wishart prior (Geiger and Heckerman 1994, as
/// corrected by Kuipers, Moffa and Heckerman 2014). The prior mean is the mean of the data, worth
/// m = `mean_sample_size` rows. With v variables the Wishart prior has w = v + 1 +
/// `extra_degrees_of_freedom` degrees of freedom and the matrix t I, t = m (w - v - 1) / (m + 1).
/// With discrete parents each of their configurations has this prior (Bottcher 2001, "Learning
/// Bayesian networks with mixed variables"), its mean that of all rows; a discrete child is scored
/// as by bdeu of m rows.
struct BgeScore {
    double mean_sample_size = 1;
    double extra_degrees_of_freedom = 1;
    friend bool operator==(const BgeScore&, const BgeScore&) = default;
};

/// Measure of how well a family of tables explains the data.
///
/// With n_jk the number of rows in which the parents have configuration j and the child has state
/// k, n_j their sum over k, n the number of all rows, r the states of the child, q the
/// configurations of the parents (of declared states, so those without rows count, too), k = q (r -
/// 1), G the gamma function and C(K, n) the normalising sum of a multinomial of K states, a score
/// is, in natural logarithms,
///
/// | word   | type               | score |
/// |--------|--------------------|-------|
/// | loglik | LogLikelihoodScore | L = sum_jk n_jk ln(n_jk / n_j) |
/// | aic    | AicScore           | L - k |
/// | bic:P  | BicScore           | L - P k ln(n) / 2 |
/// | ebic:G | ExtendedBicScore   | L - k ln(n) / 2 - G ln C(v - 1, p) for p of v - 1 parents |
/// | k2     | K2Score            | sum_j ln G(r) / G(r + n_j) + sum_jk ln G(1 + n_jk) |
/// | bdeu:S | BdeuScore          | sum_j ln G(r a) / G(r a + n_j) + sum_jk ln G(a + n_jk) / G(a) |
/// | bds:S  | BdsScore           | the same with another a |
/// | fnml   | FnmlScore          | L - sum_j ln C(r, n_j) |
/// | qnml   | QnmlScore          | L - ln C(q r, n) + ln C(q, n) |
/// | bge    | BgeScore           | bdeu with S = m; of continuous children see there |
///
/// where a = S / (q r); for bds q is the number of configurations with n_j > 0. loglik, aic, bic
/// and ebic also score continuous children: as linear regressions on the continuous parents, one
/// for each configuration of the discrete parents, with k = q (p + 2) for p continuous ones; and
/// discrete children of p continuous parents as regressions of states, where these are allowed
/// (DataScoreOptions::continuous_parents), with k = q (r - 1 + p).
/// Equivalent DAGs have the same score by loglik, aic, bic, ebic, bdeu, qnml and bge, but not by
/// k2, bds and fnml.
using Score = std::variant<LogLikelihoodScore, AicScore, BicScore, ExtendedBicScore, K2Score,
                           BdeuScore, BdsScore, FnmlScore, QnmlScore, BgeScore>;

/// Read from the words of the table. Throws ArgumentError that lists them, or the range of the
/// number (0 < S).
Score parse_score(std::string_view text);

/// Text that parses back to the same value.
std::string format(const Score& score);
/// The word alone, "bdeu".
std::string name_of(const Score& score);

}  // namespace pgm::learners
