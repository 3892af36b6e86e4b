#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgm::learners {

/// How long expectation maximisation runs, and from how many starts. Plain data.
struct EmOptions {
    /// Starts, of which the best end is kept; 0 means 1 where every variable has values in the data
    /// and 5 where one is hidden.
    std::size_t restarts = 0;
    /// Iterations of one start at most.
    std::size_t iterations = 500;
    /// It has converged when an iteration raises the log-likelihood by at most this part of it.
    double tolerance = 1e-8;
    /// Of the random starts.
    std::uint64_t seed = 1;
};

/// How expectation maximisation went, of the start whose end was kept.
struct EmReport {
    /// Networks that were evaluated; the last one is the result.
    std::size_t iterations = 0;
    /// Of every network evaluated, log P(what the rows know), natural logarithm, rows weighted;
    /// with tables smoothed by a prior (laplace, bdeu, prior) what is maximised then, which has the
    /// logarithm of the prior's density added, without its constant. It never decreases.
    std::vector<double> log_likelihood;
    /// The log-likelihood of the result without any prior.
    double data_log_likelihood = 0;
    bool converged = false;
    /// Whether it was stopped, or the time was over, before it had converged in all starts.
    bool partial = false;
    /// Starts that were made.
    std::size_t restarts = 0;
};

}  // namespace pgm::learners
