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

/// P(X_i | e_r) of some discrete variables X_i for every row r of a batch, of one or of all: the
/// answer of InferenceEngine::marginals().
///
/// Posterior holds the variables of one question; this holds those of many. A row whose evidence is
/// impossible is not an error: its log_evidence is -inf and its probabilities are zeros.
struct BatchPosterior {
    std::vector<VariableId> variables;
    /// First column of each variable in `probabilities`, one more at the end.
    std::vector<std::size_t> offsets;
    /// Rows x states of the variables, each of which sums to 1 within rounding in a possible row;
    /// an observed variable has a point mass.
    RowsByStates probabilities;
    /// Log P(e_r), natural logarithm; 0 where a row has no evidence.
    std::vector<double> log_evidence;
    /// log P(X = k | e_r), rows x states of the one variable X, where they were asked for;
    /// otherwise empty. They do not run out: with 10,000 features the losing classes have
    /// probabilities of zero, in doubles, and still finite logarithms. log P(X = k, e_r) is the sum
    /// of this and the row's log_evidence. -inf throughout a row whose evidence is impossible.
    RowsByStates log_probabilities;
};

/// P(X | e_r) of a continuous variable X for every row r of a batch, in a few numbers, all of them
/// of the whole mixture (ContinuousPosterior): the answer of InferenceEngine::densities().
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
