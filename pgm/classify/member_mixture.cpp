#include <pgm/classify/member_mixture.hpp>

#include <pgm/core/infinity.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace pgm {
namespace {

/// log(e^a + e^b)
double log_add(double a, double b) {
    const double large = std::max(a, b), small = std::min(a, b);
    return small == -infinity ? large : large + std::log1p(std::exp(small - large));
}

bool takes_part(const WeightedNetwork& member, const Column* super_parent, std::size_t row) {
    if (!member.super_parent || super_parent == nullptr) return true;
    const std::optional<StateId> state = super_parent->state(row);
    return !state || member.super_parent->weights[state->index()] >= member.super_parent->least_weight;
}

}  // namespace

MemberMixture::MemberMixture(std::size_t rows, std::size_t classes) {
    for (Sum* sum : {&taking_part_, &all_}) {
        sum->log.setConstant(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(classes), -infinity);
        sum->largest.assign(rows, -infinity);
        sum->weight.assign(rows, 0.0);
    }
}

void MemberMixture::add_row(Sum& sum, const BatchPosterior& posterior, std::size_t row,
                            double weight) {
    sum.weight[row] += weight;
    const double log_evidence = posterior.log_evidence[row];
    if (log_evidence == -infinity) return;
    const auto r = static_cast<Eigen::Index>(row);
    double& largest = sum.largest[row];
    if (log_evidence > largest) {
        if (largest > -infinity) sum.log.row(r).array() += largest - log_evidence;
        largest = log_evidence;
    }
    const double log_weight = std::log(weight) + (log_evidence - largest);
    for (Eigen::Index k = 0; k < sum.log.cols(); ++k)
        sum.log(r, k) = log_add(sum.log(r, k), posterior.log_probabilities(r, k) + log_weight);
}

void MemberMixture::add(const BatchPosterior& posterior, const WeightedNetwork& member,
                        const Column* super_parent) {
    for (std::size_t row = 0; row < all_.weight.size(); ++row) {
        add_row(all_, posterior, row, member.weight);
        if (takes_part(member, super_parent, row))
            add_row(taking_part_, posterior, row, member.weight);
    }
}

BatchPosterior MemberMixture::posterior() const {
    BatchPosterior result{.probabilities = all_.log, .log_probabilities = all_.log};
    for (std::size_t row = 0; row < all_.weight.size(); ++row) {
        const auto r = static_cast<Eigen::Index>(row);
        const Sum& sum = taking_part_.weight[row] > 0 ? taking_part_ : all_;
        double log_sum = -infinity;
        for (Eigen::Index k = 0; k < sum.log.cols(); ++k) log_sum = log_add(log_sum, sum.log(r, k));
        const bool possible = log_sum > -infinity;
        for (Eigen::Index k = 0; k < sum.log.cols(); ++k) {
            result.log_probabilities(r, k) = possible ? sum.log(r, k) - log_sum : -infinity;
            result.probabilities(r, k) = std::exp(result.log_probabilities(r, k));
        }
        result.log_evidence.push_back(
            possible ? log_sum - std::log(sum.weight[row]) + sum.largest[row] : -infinity);
    }
    return result;
}

}  // namespace pgm
