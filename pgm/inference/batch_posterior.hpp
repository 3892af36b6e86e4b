#pragma once

#include <pgm/inference/evidence_columns.hpp>

#include <Eigen/Core>

#include <cstddef>
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

}  // namespace pgm
