#include <pgm/data/family_moments.hpp>

#include <pgm/core/error.hpp>
#include <pgm/data/detail/exact/exact_moments.hpp>

#include <algorithm>
#include <functional>
#include <string>

namespace pgm {

using namespace detail;

namespace {

void check_same_family(const FamilyMoments& a, const FamilyMoments& b) {
    if (a.family() != b.family() || a.variables() != b.variables() ||
        a.discrete_parents() != b.discrete_parents()) {
        throw ArgumentError("moments of different families cannot be combined");
    }
}

}  // namespace

FamilyMoments::FamilyMoments(Family family, ColumnScope discrete_parents,
                             std::vector<ColumnId> variables)
    : family_(std::move(family)),
      discrete_parents_(std::move(discrete_parents)),
      variables_(std::move(variables)) {
    if (variables_.empty() || variables_.back() != family_.child ||
        discrete_parents_.size() + variables_.size() != family_.parents.size() + 1) {
        throw ArgumentError(
            "the members of a family's moments must be its parents and its continuous child");
    }
    weights_.resize(discrete_parents_.cells());
    sums_.resize(discrete_parents_.cells());
}

void FamilyMoments::check_weight(std::size_t configuration) const {
    if (!weights_[configuration].is_zero()) return;
    throw ArgumentError("configuration " + std::to_string(configuration) +
                        " of the family has no rows, hence neither mean nor covariance");
}

double FamilyMoments::mean(std::size_t configuration, std::size_t i) const {
    check_weight(configuration);
    return exact_mean(weights_[configuration], sums(configuration)[i]);
}

double FamilyMoments::covariance(std::size_t configuration, std::size_t i, std::size_t j) const {
    check_weight(configuration);
    const auto sum = sums(configuration);
    return exact_covariance(weights_[configuration], sum[i], sum[j], sum[product_index(i, j)]);
}

FamilyMoments FamilyMoments::pooled() const {
    std::vector<ColumnId> continuous_parents(variables_.begin(), variables_.end() - 1);
    FamilyMoments pooled({family_.child, std::move(continuous_parents)}, ColumnScope{}, variables_);
    for (std::size_t i = 0; i < configurations(); ++i) pooled.add(0, weights_[i], sums(i));
    return pooled;
}

void FamilyMoments::add(std::size_t configuration, WeightSum weight,
                        std::span<const ExactSum> sums) {
    weights_[configuration] += weight;
    if (std::all_of(sums.begin(), sums.end(), std::mem_fn(&ExactSum::is_zero)) &&
        weights_[configuration].is_zero())
        return;
    std::vector<ExactSum>& stored = sums_[configuration];
    stored.resize(sums_per_configuration());
    for (std::size_t i = 0; i < sums.size(); ++i) stored[i] += sums[i];
}

/// Rows that were taken away leave no trace.
void FamilyMoments::drop_zeros(std::size_t configuration) {
    std::vector<ExactSum>& stored = sums_[configuration];
    if (!weights_[configuration].is_zero()) return;
    if (std::all_of(stored.begin(), stored.end(), std::mem_fn(&ExactSum::is_zero))) stored.clear();
}

void FamilyMoments::merge(const FamilyMoments& other) {
    check_same_family(*this, other);
    for (std::size_t g = 0; g < weights_.size(); ++g) add(g, other.weights_[g], other.sums_[g]);
}

void FamilyMoments::check_subtract(const FamilyMoments& other) const {
    check_same_family(*this, other);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        if (weights_[i] < other.weights_[i])
            throw ArgumentError("more rows would be taken away than were added",
                                "subtract only what was merged or added before");
    }
}

void FamilyMoments::subtract(const FamilyMoments& other) {
    check_subtract(other);
    for (std::size_t g = 0; g < weights_.size(); ++g) {
        weights_[g] -= other.weights_[g];
        const std::vector<ExactSum>& taken = other.sums_[g];
        if (!taken.empty()) sums_[g].resize(sums_per_configuration());
        for (std::size_t i = 0; i < taken.size(); ++i) sums_[g][i] -= taken[i];
        drop_zeros(g);
    }
}

}  // namespace pgm
