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
        sum->weight.assign(rows, 0.0);
    }
}

void MemberMixture::add_row(Sum& sum, const RowsByStates& log_joint, std::size_t row, double weight) {
    const auto r = static_cast<Eigen::Index>(row);
    const double log_weight = std::log(weight);
    for (Eigen::Index k = 0; k < sum.log.cols(); ++k) sum.log(r, k) = log_add(sum.log(r, k), log_joint(r, k) + log_weight);
    sum.weight[row] += weight;
}

void MemberMixture::add(const RowsByStates& log_joint, const WeightedNetwork& member, const Column* super_parent) {
    for (std::size_t row = 0; row < all_.weight.size(); ++row) {
        add_row(all_, log_joint, row, member.weight);
        if (takes_part(member, super_parent, row)) add_row(taking_part_, log_joint, row, member.weight);
    }
}

BatchPosterior MemberMixture::posterior() const {
    BatchPosterior result{.probabilities = all_.log, .log_joint = all_.log};
    for (std::size_t row = 0; row < all_.weight.size(); ++row) {
        const auto r = static_cast<Eigen::Index>(row);
        const Sum& sum = taking_part_.weight[row] > 0 ? taking_part_ : all_;
        const double log_weight = std::log(sum.weight[row]);
        double log_evidence = -infinity;
        for (Eigen::Index k = 0; k < sum.log.cols(); ++k) {
            result.log_joint(r, k) = sum.log(r, k) - log_weight;
            log_evidence = log_add(log_evidence, result.log_joint(r, k));
        }
        for (Eigen::Index k = 0; k < sum.log.cols(); ++k)
            result.probabilities(r, k) = log_evidence > -infinity ? std::exp(result.log_joint(r, k) - log_evidence) : 0.0;
        result.log_evidence.push_back(log_evidence);
    }
    return result;
}

}  // namespace pgm
