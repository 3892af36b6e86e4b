#include <pgm/classify/detail/opinion_pool.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::detail {
namespace {

/// Summands below this are added up as logarithms.
constexpr double least_summand = 1e-280;

}  // namespace

OpinionPool::OpinionPool(std::size_t rows, std::size_t classes) : weights_(rows) {
    sums_.probabilities.setZero(static_cast<Eigen::Index>(rows),
                                static_cast<Eigen::Index>(classes));
    sums_.log_probabilities.setConstant(static_cast<Eigen::Index>(rows),
                                        static_cast<Eigen::Index>(classes), -infinity);
    sums_.log_evidence.assign(rows, -infinity);
}

void OpinionPool::add(const BatchPosterior& opinion, double weight) {
    const double log_weight = std::log(weight);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        if (opinion.log_evidence[i] == -infinity) continue;
        const auto row = static_cast<Eigen::Index>(i);
        weights_[i] += weight;
        sums_.log_evidence[i] =
            log_sum_exp(sums_.log_evidence[i], log_weight + opinion.log_evidence[i]);
        for (Eigen::Index k = 0; k < sums_.log_probabilities.cols(); ++k) {
            const double summand = weight * opinion.probabilities(row, k);
            double& log_sum = sums_.log_probabilities(row, k);
            if (summand >= least_summand)
                sums_.probabilities(row, k) += summand;
            else
                log_sum = log_sum_exp(log_sum, log_weight + opinion.log_probabilities(row, k));
        }
    }
}

BatchPosterior OpinionPool::finish() && {
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        if (weights_[i] == 0) continue;
        const auto row = static_cast<Eigen::Index>(i);
        const double log_weight = std::log(weights_[i]);
        for (Eigen::Index k = 0; k < sums_.log_probabilities.cols(); ++k) {
            double &p = sums_.probabilities(row, k), &log_p = sums_.log_probabilities(row, k);
            log_p = log_sum_exp(log_p, std::log(p)) - log_weight;
            p = std::exp(log_p);
        }
    }
    return std::move(sums_);
}

}  // namespace pgm::detail
