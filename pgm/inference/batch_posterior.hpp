#pragma once

#include <pgm/inference/evidence_columns.hpp>
#include <pgm/inference/posterior.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// Row r, column k: something about state k of the target in row r.
using RowsByStates = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Switches of a batch. Plain data.
struct BatchOptions {
    /// Threads to compute on; 0 = one per core. Does not change a bit of the result.
    std::size_t threads = 1;
    /// True if BatchPosterior::log_probabilities are computed, too.
    bool log_probabilities = false;
};

/// P(X_i | e_r) of all discrete variables X_i for every row r of a batch: the answer of
/// InferenceEngine::marginals(). Rows with impossible evidence as in BatchPosterior.
struct BatchMarginals {
    std::vector<VariableId> variables;
    /// First column of each variable in `probabilities`, one more at the end.
    std::vector<std::size_t> offsets;
    /// Rows x all states of all variables; an observed variable has a point mass.
    RowsByStates probabilities;
    std::vector<double> log_evidence;  ///< log P(e_r)
};

/// P(T | e_r) for every row r of a batch: the answer of InferenceEngine::marginals().
///
/// Posterior holds all variables of one question; this holds one variable of many. A row whose
/// evidence is impossible is not an error: its log_evidence is -inf and its probabilities are
/// zeros.
struct BatchPosterior {
    /// Rows x states of the target; a possible row sums to 1 within rounding.
    RowsByStates probabilities;
    /// Log P(e_r), natural logarithm; 0 where a row has no evidence.
    std::vector<double> log_evidence;
    /// log P(T = k | e_r), rows x states, where they were asked for; otherwise empty. They do not
    /// run out: with 10,000 features the losing classes have probabilities of zero, in doubles, and
    /// still finite logarithms. log P(T = k, e_r) is the sum of this and the row's log_evidence.
    /// -inf throughout a row whose evidence is impossible.
    RowsByStates log_probabilities;
};

/// Switches of a batch about a continuous variable. Plain data.
struct ContinuousBatchOptions {
    /// Threads to compute on; 0 = one per core. Does not change a bit of the result.
    std::size_t threads = 1;
    /// The probability of the central interval, between 0 and 1.
    double interval = 0.9;
    /// The true values, one per row, NaN where a row has none: the forecasts are scored by them.
    /// They are no evidence. Empty: nothing is scored.
    std::span<const double> truth = {};
};

/// P(X | e_r) of a continuous variable X for every row r of a batch, in a few numbers, all of them
/// of the whole mixture (ContinuousPosterior): the answer of
/// InferenceEngine::continuous_marginals().
///
/// A row whose evidence is impossible is not an error: that is its status, and its numbers are
/// zeros.
struct ContinuousBatchPosterior {
    std::vector<PosteriorStatus> status;
    std::vector<double> means;
    std::vector<double> sds;
    /// The central interval, which leaves the same probability on both sides.
    std::vector<double> lows, highs;
    /// ContinuousPosterior::log_density() and crps() at the true value; empty where nothing is
    /// scored, 0 where a row has no true value.
    std::vector<double> log_densities, crps;
};

}  // namespace pgm
