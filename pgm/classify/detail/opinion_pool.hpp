#pragma once

#include <pgm/inference/batch_posterior.hpp>

#include <cstddef>
#include <vector>

namespace pgm::detail {

/// The weighted average of what several classifiers predict for the same rows (linear opinion pool;
/// Stone 1961, "The opinion pool"):
///
///     P(k | x) = sum_m w_m P_m(k | x) / sum_m w_m      m over those that give x a density
///
/// The log evidence of a row is log sum_m w_m p_m(x), over all of them. It is added up in
/// logarithms, and so are probabilities that underflow, which thus keep theirs.
class OpinionPool {
public:
    OpinionPool(std::size_t rows, std::size_t classes);

    /// The posterior of the next classifier for all rows, with log_probabilities.
    void add(const BatchPosterior& opinion, double weight);

    /// A row that no classifier gave a density has all probabilities 0.
    BatchPosterior finish() &&;

private:
    BatchPosterior sums_;
    std::vector<double> weights_;  ///< by row: of the classifiers that gave it a density
};

}  // namespace pgm::detail
