#include <pgm/inference/detail/continuous/component_box.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pgm::detail {

void ComponentBox::prepare(const BayesianNetwork& network, const ContinuousComponent& component,
                           const GaussianIntegral& integral, const Place& place) {
    const std::size_t size = component.bounded.size() + component.cut.size();
    members_.resize(size);
    noise_.assign(size, 0.0);
    box_.intervals.resize(size);
    std::size_t next = 0;
    for (const VariableId variable : component.bounded) {
        integral.condition(variable, members_[next]);
        box_.intervals[next++] = place.intervals[variable.index()];
    }
    for (const VariableId variable : component.cut) {
        const Cpd& cpd = network.cpd(variable);
        const ThresholdCpd::Row& row = cut_row(cpd, place.row_of[variable.index()]);
        integral.condition(continuous_parents(cpd), row.slopes, place.values, place.at,
                           members_[next]);
        noise_[next] = row.variance;
        box_.intervals[next++] = interval_of(row, StateId(place.states[variable.index()]));
    }
    const auto count = static_cast<Eigen::Index>(size);
    box_.means.resize(count);
    box_.covariance.resize(count, count);
    for (std::size_t i = 0; i < size; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        box_.means(row) = members_[i].mean;
        for (std::size_t j = 0; j <= i; ++j) {
            const double covariance =
                members_[i].deviations.dot(members_[j].deviations) + (i == j ? noise_[i] : 0);
            box_.covariance(row, static_cast<Eigen::Index>(j)) = covariance;
            box_.covariance(static_cast<Eigen::Index>(j), row) = covariance;
        }
    }
    is_uniform_ = false;
    if (component.hidden.size() != 1 || place.kernel_of.empty()) return;
    const DensityComponent& kernel = place.kernel_of[component.hidden.front().index()];
    if (kernel.shape == DensityComponent::Shape::uniform) prepare_uniform(kernel);
}

/// All members are linear functions of the one hidden variable, whose deviation is its first noise.
void ComponentBox::prepare_uniform(const DensityComponent& kernel) {
    is_uniform_ = true;
    const double half = kernel.sd * std::numbers::sqrt3;
    double low = -half, high = half;  // of what the hidden variable is off its mean
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (noise_[i] > 0)
            throw ArgumentError("a state with noise cannot depend on a kernel density of tophats",
                                "estimate the density with Gaussian kernels");
        const double slope = members_[i].deviations(0) / kernel.sd, mean = members_[i].mean;
        const auto [above, up_to] = box_.intervals[i];
        if (slope == 0) {
            if (!(above < mean && mean <= up_to)) high = low;
            continue;
        }
        const double a = (above - mean) / slope, b = (up_to - mean) / slope;
        low = std::max(low, std::min(a, b));
        high = std::min(high, std::max(a, b));
    }
    uniform_log_ = low < high ? std::log((high - low) / (2 * half)) : -infinity;
}

double ComponentBox::log_probability() const {
    return is_uniform_ ? uniform_log_ : detail::log_probability(box_);
}

}  // namespace pgm::detail
