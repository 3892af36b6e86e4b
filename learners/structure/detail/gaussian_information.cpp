#include <learners/structure/detail/gaussian_information.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners::detail {
namespace {

constexpr double fewest_rows = 3;
constexpr double smallest_ratio = 0x1p-40;

/// log of a variance relative to another, kept from running away.
double log_ratio(double variance, double whole) {
    return whole > 0 ? std::log(std::clamp(variance / whole, smallest_ratio, 1.0)) : 0;
}

double variance_of(const SumsOfProducts& group) {
    return group.weight.is_zero() ? 0 : regression_chain(std::span(&group, 1), 1).front().variance;
}

double weight_of(std::span<const SumsOfProducts> groups) {
    WeightSum weight;
    for (const SumsOfProducts& group : groups) weight += group.weight;
    return weight.value();
}

}  // namespace

GaussianInformation between_continuous(const GaussianSums& sums) {
    GaussianInformation result{0, weight_of(sums.groups), static_cast<double>(sums.groups.size())};
    for (const SumsOfProducts& group : sums.groups) {
        const double weight = group.weight.value();
        if (weight < fewest_rows) continue;
        const std::vector<Regression> chain = regression_chain(std::span(&group, 1), 2);
        // The variance of the second with the first known, over its own: 1 - r^2.
        SumsOfProducts alone{group.weight, {group.sums[1]}, {group.products[2]}};
        result.nats -=
            weight / result.weight * log_ratio(chain[1].variance, variance_of(alone)) / 2;
    }
    return result;
}

GaussianInformation between_discrete_and_continuous(const GaussianSums& sums) {
    const std::size_t states = sums.discrete.cardinalities().back();
    const std::size_t conditions = sums.groups.size() / states;
    GaussianInformation result{0, weight_of(sums.groups),
                               2.0 * static_cast<double>((states - 1) * conditions)};
    for (std::size_t c = 0; c < conditions; ++c) {
        const std::span<const SumsOfProducts> groups =
            std::span(sums.groups).subspan(c * states, states);
        const double whole = variance_of(pooled(groups));
        for (const SumsOfProducts& group : groups) {
            const double weight = group.weight.value();
            if (weight >= fewest_rows)
                result.nats -= weight / result.weight * log_ratio(variance_of(group), whole) / 2;
        }
    }
    result.nats = std::max(0.0, result.nats);
    return result;
}

}  // namespace pgm::learners::detail
