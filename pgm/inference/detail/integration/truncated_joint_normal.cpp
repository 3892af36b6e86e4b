#include <pgm/inference/detail/integration/truncated_joint_normal.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace pgm::detail {
namespace {

/// A standard deviation or a correlation of less is rounding.
constexpr double negligible_part = 1e-13;

bool holds(const Interval& interval, double x) {
    return interval.above < x && x <= interval.up_to;
}

/// The dimension of the space in which the first variables of a box vary.
std::size_t rank_of(const TruncatedJointNormal& box, std::size_t variables) {
    const auto size = static_cast<Eigen::Index>(variables);
    const Eigen::VectorXd scales = box.covariance.diagonal().head(size).cwiseSqrt().cwiseInverse();
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> correlations(
        scales.asDiagonal() * box.covariance.topLeftCorner(size, size) * scales.asDiagonal());
    correlations.setThreshold(negligible_part);
    return static_cast<std::size_t>(correlations.rank());
}

}  // namespace

bool TruncatedJointNormal::is_noisy(std::size_t variable) const {
    return std::ranges::any_of(
        noisy, [&](const NoisyConstraint& known) { return known.variable == variable; });
}

TruncatedJointNormal given_first(const TruncatedJointNormal& box, double value) {
    const auto rest = static_cast<Eigen::Index>(box.size()) - 1;
    const Eigen::VectorXd slopes = box.covariance.col(0).tail(rest) / box.covariance(0, 0);
    TruncatedJointNormal given;
    given.means = box.means.tail(rest) + slopes * (value - box.means(0));
    given.covariance =
        box.covariance.bottomRightCorner(rest, rest) - slopes * box.covariance.row(0).tail(rest);
    for (Eigen::Index i = 0; i < rest; ++i) {
        if (given.covariance(i, i) > negligible_part * box.covariance(i + 1, i + 1)) continue;
        given.covariance.row(i).setZero();
        given.covariance.col(i).setZero();
    }
    given.intervals.assign(box.intervals.begin() + 1, box.intervals.end());
    for (TruncatedJointNormal::NoisyConstraint known : box.noisy) {
        if (known.variable-- > 0) given.noisy.push_back(known);
    }
    return given;
}

TruncatedJointNormal part_of(const TruncatedJointNormal& box,
                             const std::vector<std::size_t>& variables) {
    TruncatedJointNormal part;
    const auto count = static_cast<Eigen::Index>(variables.size());
    part.means.resize(count);
    part.covariance.resize(count, count);
    std::vector<std::size_t> number_of(box.size(), box.size());
    for (Eigen::Index i = 0; i < count; ++i) {
        const std::size_t variable = variables[static_cast<std::size_t>(i)];
        const auto from = static_cast<Eigen::Index>(variable);
        number_of[variable] = static_cast<std::size_t>(i);
        part.means(i) = box.means(from);
        for (Eigen::Index j = 0; j < count; ++j)
            part.covariance(i, j) = box.covariance(
                from, static_cast<Eigen::Index>(variables[static_cast<std::size_t>(j)]));
        part.intervals.push_back(box.intervals[variable]);
    }
    for (TruncatedJointNormal::NoisyConstraint known : box.noisy) {
        known.variable = number_of[known.variable];
        if (known.variable < box.size()) part.noisy.push_back(known);
    }
    return part;
}

ReducedBox::ReducedBox(const TruncatedJointNormal& box) : multiples(box.size()) {
    std::vector<std::size_t> numbers;  // of the kept variables
    std::vector<Interval> intervals = box.intervals;
    for (std::size_t i = 0; i < box.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        if (!(box.covariance(row, row) > 0)) {
            if (!holds(box.intervals[i], box.means(row))) log_probability = -infinity;
        } else if (!follows_from_kept(box, i, numbers)) {
            multiples[i] = {numbers.size(), 1};
            numbers.push_back(i);
        }
    }
    kept = part_of(box, numbers);
    kept.noisy.clear();
    // An interval of a variable as one of that which it follows from.
    const auto interval_of_kept = [&](std::size_t i, const Interval& interval) -> Interval {
        const auto [of, factor] = multiples[i];
        const double mean = box.means(static_cast<Eigen::Index>(i)),
                     kept_mean = kept.means(static_cast<Eigen::Index>(of));
        const double a = kept_mean + (interval.above - mean) / factor,
                     b = kept_mean + (interval.up_to - mean) / factor;
        return {std::min(a, b), std::max(a, b)};
    };
    for (std::size_t i = 0; i < box.size(); ++i) {
        const auto [of, factor] = multiples[i];
        if (factor == 0 || numbers[of] == i) continue;
        const auto [above, up_to] = interval_of_kept(i, box.intervals[i]);
        kept.intervals[of].above = std::max(kept.intervals[of].above, above);
        kept.intervals[of].up_to = std::min(kept.intervals[of].up_to, up_to);
    }
    for (TruncatedJointNormal::NoisyConstraint known : box.noisy) {
        const auto [of, factor] = multiples[known.variable];
        if (factor == 0) {
            log_probability +=
                known.log_likelihood(box.means(static_cast<Eigen::Index>(known.variable)));
            continue;
        }
        known.interval = interval_of_kept(known.variable, known.interval);
        known.noise.scale /= std::abs(factor);
        known.variable = of;
        kept.noisy.push_back(known);
    }
}

bool ReducedBox::follows_from_kept(const TruncatedJointNormal& box, std::size_t variable,
                                   const std::vector<std::size_t>& numbers) {
    const auto row = static_cast<Eigen::Index>(variable);
    const double variance = box.covariance(row, row);
    for (std::size_t j = 0; j < numbers.size(); ++j) {
        const auto other = static_cast<Eigen::Index>(numbers[j]);
        const double factor = box.covariance(row, other) / box.covariance(other, other);
        const double rest = variance - factor * box.covariance(row, other);
        if (rest > negligible_part * variance) continue;
        multiples[variable] = {j, factor};
        return true;
    }
    return false;
}

std::vector<std::vector<std::size_t>> groups_of(const TruncatedJointNormal& box) {
    std::vector<std::size_t> group(box.size());
    std::iota(group.begin(), group.end(), std::size_t{0});
    for (std::size_t i = 0; i < box.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto a = static_cast<Eigen::Index>(i), b = static_cast<Eigen::Index>(j);
            const double limit =
                negligible_part * std::sqrt(box.covariance(a, a)) * std::sqrt(box.covariance(b, b));
            if (std::abs(box.covariance(a, b)) <= limit) continue;
            const std::size_t from = group[i], to = group[j];
            std::ranges::replace(group, from, to);
        }
    }
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t g = 0; g < box.size(); ++g) {
        std::vector<std::size_t> members;
        for (const bool noisy : {true, false})
            for (std::size_t i = 0; i < box.size(); ++i)
                if (group[i] == g && box.is_noisy(i) == noisy) members.push_back(i);
        if (!members.empty()) groups.push_back(std::move(members));
    }
    return groups;
}

std::size_t nested_integrals(const TruncatedJointNormal& group) {
    std::size_t noisy = 0;
    while (noisy < group.size() && group.is_noisy(noisy)) ++noisy;
    if (noisy == 0) return group.size() - 1;
    const std::size_t directions = rank_of(group, noisy), all = rank_of(group, group.size());
    return directions + (all > directions ? all - directions - 1 : 0);
}

}  // namespace pgm::detail
