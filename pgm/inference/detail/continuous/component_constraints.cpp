#include <pgm/inference/detail/continuous/component_constraints.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pgm::detail {

namespace {

[[noreturn]] void refuse_deviation(const Variable& variable, const std::string& reason) {
    throw EvidenceError("the standard deviation of " + in_quotes(variable.name()) + " is " + reason,
                        {.variable = variable.name()}, "multiply the variable by a power of ten");
}

void require_finite(const GaussianIntegral::Conditional& member, const Variable& variable) {
    if (!std::isfinite(member.mean) || !std::isfinite(member.sd()))
        refuse_deviation(variable, "beyond 1.8e308, the largest number, or its mean is");
}

}  // namespace

void require_variance_in_range(double sd, const Variable& variable) {
    if (sd == 0 || std::isnormal(sd * sd)) return;
    refuse_deviation(variable, to_text(sd, 3) +
                                   ", and its square, which the answer takes, is no number of "
                                   "double precision");
}

void ComponentConstraints::prepare(const BayesianNetwork& network,
                                   const ContinuousComponent& component,
                                   const GaussianIntegral& integral, const Place& place) {
    const std::size_t size = component.bounded.size() + component.thresholds.size();
    members_.resize(size);
    box_.intervals.assign(size, Interval());
    box_.noisy.clear();
    std::size_t next = 0;
    for (const VariableId variable : component.bounded) {
        integral.condition(variable, members_[next]);
        require_finite(members_[next], network.variable(variable));
        box_.intervals[next++] = place.intervals[variable.index()];
    }
    for (const VariableId variable : component.thresholds) {
        const Cpd& cpd = network.cpd(variable);
        const ThresholdCpd::Row& row = cut_row(cpd, place.row_of[variable.index()]);
        integral.condition(continuous_parents(cpd), row.slopes, place.values, place.at,
                           members_[next]);
        require_finite(members_[next], network.variable(variable));
        const Interval interval = interval_of(row, StateId(place.states[variable.index()]));
        if (row.variance > 0)
            box_.noisy.push_back({next, interval, noise_of(row)});
        else
            box_.intervals[next] = interval;
        ++next;
    }
    for (std::size_t i = 0; i < size; ++i) choose_unit(i);
    set_distribution();
    is_uniform_ = false;
    if (component.hidden.size() == 1 && !place.kernel_of.empty()) {
        const DensityComponent& kernel = place.kernel_of[component.hidden.front().index()];
        if (kernel.shape == DensityComponent::Shape::uniform) prepare_uniform(kernel);
    }
    if (!box_.noisy.empty()) add_normal_noise();
}

/// A member whose variance would be no double is scaled by a power of two near its standard
/// deviation, or that of its noise: what a box is asked for does not depend on units.
void ComponentConstraints::choose_unit(std::size_t i) {
    GaussianIntegral::Conditional& member = members_[i];
    double size = member.sd();
    for (const TruncatedJointNormal::NoisyConstraint& known : box_.noisy)
        if (known.variable == i) size = std::max(size, known.noise.scale);
    constexpr double far = 0x1p400;
    if (size == 0 || (size > 1 / far && size < far)) return;
    const auto in_unit = [exponent = std::ilogb(size)](double x) {
        return std::scalbn(x, -exponent);
    };
    const auto scale = [&](Interval& known) {
        known = {in_unit(known.above), in_unit(known.up_to)};
    };
    member.mean = in_unit(member.mean);
    for (double& deviation : member.deviations) deviation = in_unit(deviation);
    scale(box_.intervals[i]);
    for (TruncatedJointNormal::NoisyConstraint& known : box_.noisy) {
        if (known.variable != i) continue;
        scale(known.interval);
        known.noise.scale = in_unit(known.noise.scale);
    }
}

/// The members' distribution without what is known of them.
void ComponentConstraints::set_distribution() {
    const auto count = static_cast<Eigen::Index>(members_.size());
    box_.means.resize(count);
    box_.covariance.resize(count, count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const GaussianIntegral::Conditional& member = members_[static_cast<std::size_t>(i)];
        box_.means(i) = member.mean;
        for (Eigen::Index j = 0; j <= i; ++j)
            box_.covariance(i, j) = box_.covariance(j, i) =
                member.deviations.dot(members_[static_cast<std::size_t>(j)].deviations);
    }
}

/// A member with normal noise is a normal variable without, unless there are more members that
/// depend on each other than could be in a box: those may still be multiples of few.
void ComponentConstraints::add_normal_noise() {
    std::vector<char> is_one_of_many(box_.size(), 0);
    if (box_.size() > most_box_variables)
        for (const std::vector<std::size_t>& group : groups_of(box_))
            for (const std::size_t member : group)
                is_one_of_many[member] = group.size() > most_box_variables;
    std::erase_if(box_.noisy, [&](const TruncatedJointNormal::NoisyConstraint& known) {
        if (known.noise.kind != Noise::Kind::normal || is_one_of_many[known.variable]) return false;
        const auto i = static_cast<Eigen::Index>(known.variable);
        box_.covariance(i, i) += known.noise.scale * known.noise.scale;
        box_.intervals[known.variable] = known.interval;
        return true;
    });
}

/// All members are linear functions of the one hidden variable, whose deviation is its first noise.
void ComponentConstraints::prepare_uniform(const DensityComponent& kernel) {
    is_uniform_ = true;
    const double half = kernel.sd * std::numbers::sqrt3;
    double low = -half, high = half;  // of what the hidden variable is off its mean
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (box_.is_noisy(i))
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
    uniform_part_ = {1, kernel.mean + low + 0.5 * (high - low),
                     std::max(high - low, 0.0) / (2 * std::numbers::sqrt3), kernel.shape};
    uniform_log_ = low < high ? std::log((high - low) / (2 * half)) : -infinity;
}

double ComponentConstraints::log_probability() const {
    return is_uniform_ ? uniform_log_ : detail::log_probability(box_);
}

}  // namespace pgm::detail
