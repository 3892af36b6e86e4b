#include <pgm/inference/detail/continuous/normal_box.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/detail/continuous/truncated_normal.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace pgm::detail {
namespace {

/// A standard deviation or a correlation of less is rounding.
constexpr double negligible = 1e-13;

/// Further from its mean no double holds the probability of a normal variable.
constexpr double farthest = 38;

/// Moments with the probability that they belong to: of a box, integrals over it.
struct Sums {
    double log_scale = -infinity;  ///< all numbers below are to be multiplied with exp(log_scale)
    double total = 0;
    Eigen::VectorXd first;
    Eigen::MatrixXd second;
};

/// What the conditional distribution of the other variables says at one place of the first.
struct Slice {
    double log_probability = -infinity;
    Eigen::VectorXd means;
    Eigen::MatrixXd covariance;
};

Slice slice_of(const NormalBox& box, bool needs_moments);

/// The box without one variable, given that this one is z standard deviations from its mean.
class Conditional {
public:
    explicit Conditional(const NormalBox& box) : box_(box) {
        const auto rest = static_cast<Eigen::Index>(box.size()) - 1;
        sd_ = std::sqrt(box.covariance(0, 0));
        slopes_ = box.covariance.col(0).tail(rest) / sd_;
        rest_ = given_first(box, box.means(0));
    }

    double sd() const { return sd_; }
    /// The bounds of the first variable in standard deviations.
    Interval bounds() const {
        const auto [above, up_to] = box_.intervals.front();
        return {(above - box_.means(0)) / sd_, (up_to - box_.means(0)) / sd_};
    }
    /// Means count from those without a condition.
    Slice at(double z, bool needs_moments) {
        const auto means = box_.means.tail(box_.means.size() - 1);
        rest_.means = means + slopes_ * z;
        Slice slice = slice_of(rest_, needs_moments);
        slice.log_probability -= 0.5 * z * z + log_sqrt_two_pi;
        if (needs_moments && slice.log_probability != -infinity) slice.means -= means;
        return slice;
    }

    /// Ends of pieces in which the integrand is smooth and falls little: parts of both sides of its
    /// maximum, and around the places where another variable crosses a bound, as sharply as it is
    /// tied to the first.
    std::vector<double> breaks(double low, double peak, double high) const {
        std::vector<double> found;
        constexpr int parts = 8;
        for (int i = 0; i <= parts; ++i) found.push_back(low + (peak - low) * i / parts);
        for (int i = 1; i <= parts; ++i) found.push_back(peak + (high - peak) * i / parts);
        const auto offer = [&](double z) {
            if (z > low && z < high) found.push_back(z);
        };
        for (Eigen::Index i = 0; i < slopes_.size(); ++i) {
            if (slopes_(i) == 0) continue;
            const double width =
                std::sqrt(std::max(rest_.covariance(i, i), 0.0)) / std::abs(slopes_(i));
            const auto [above, up_to] = rest_.intervals[static_cast<std::size_t>(i)];
            for (const double bound : {above, up_to}) {
                if (std::isinf(bound)) continue;
                const double center = (bound - box_.means(i + 1)) / slopes_(i);
                for (const double step : {-9.0, -4.0, -1.5, 0.0, 1.5, 4.0, 9.0})
                    offer(center + step * width);
            }
        }
        std::ranges::sort(found);
        return found;
    }

private:
    const NormalBox& box_;
    NormalBox rest_;
    double sd_ = 0;
    Eigen::VectorXd slopes_;
};

/// A place near which a log-concave function is greatest in [low, high]: the best of many, then
/// golden sections around it.
template <class Function>
double maximum_of(const Function& function, double low, double high) {
    double best = 0.5 * (low + high), top = -infinity, step = 0;
    // Where almost everything is impossible the possible part may be narrow.
    for (int places = 32; places <= 1024 && top == -infinity; places *= 32) {
        step = (high - low) / places;
        for (int i = 0; i <= places; ++i) {
            const double z = std::min(low + i * step, high);
            if (const double there = function(z); there > top) {
                top = there;
                best = z;
            }
        }
    }
    if (top == -infinity) return best;
    constexpr double section = 0.38196601125010515;
    low = std::max(low, best - step);
    high = std::min(high, best + step);
    while (high - low > 0.02 * step) {
        const double a = low + section * (high - low), b = high - section * (high - low);
        (function(a) >= function(b) ? high : low) = function(a) >= function(b) ? b : a;
    }
    const double middle = 0.5 * (low + high);
    return function(middle) > top ? middle : best;
}

/// The last place between `inside` and `outside` where the function is not negligible beside its
/// maximum.
template <class Function>
double edge_of(const Function& function, double top, double inside, double outside) {
    constexpr double drop = 45;  // in logarithms: 3e-20
    if (function(outside) > top - drop) return outside;
    for (int step = 0; step < 40; ++step) {
        const double middle = 0.5 * (inside + outside);
        (function(middle) > top - drop ? inside : outside) = middle;
    }
    return outside;
}

void add(Sums& sums, const Slice& slice, double weight, double value) {
    const Eigen::Index rest = slice.means.size();
    const double mass = weight * std::exp(slice.log_probability - sums.log_scale);
    sums.total += mass;
    if (sums.first.size() == 0 || mass == 0) return;
    sums.first(0) += mass * value;
    sums.first.tail(rest) += mass * slice.means;
    sums.second(0, 0) += mass * value * value;
    sums.second.col(0).tail(rest) += mass * value * slice.means;
    sums.second.row(0).tail(rest) += mass * value * slice.means.transpose();
    sums.second.bottomRightCorner(rest, rest) +=
        mass * (slice.covariance + slice.means * slice.means.transpose());
}

/// Integrates over the first variable, in its standard deviations from its mean.
Sums integrated(const NormalBox& box, bool needs_moments) {
    Conditional conditional(box);
    auto [low, high] = conditional.bounds();
    low = std::max(low, -farthest);
    high = std::min(high, farthest);
    Sums sums;
    if (!(low < high)) return sums;
    const auto log_of = [&](double z) { return conditional.at(z, false).log_probability; };
    const double peak = maximum_of(log_of, low, high), top = log_of(peak);
    if (top == -infinity) return sums;
    low = edge_of(log_of, top, peak, low);
    high = edge_of(log_of, top, peak, high);
    sums.log_scale = top;
    if (needs_moments) {
        const auto size = static_cast<Eigen::Index>(box.size());
        sums.first.setZero(size);
        sums.second.setZero(size, size);
    }
    constexpr double longest = 1.5;  // of a piece on which the rule is exact to rounding
    const std::vector<double> ends = conditional.breaks(low, peak, high);
    for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
        const int pieces = static_cast<int>(std::ceil((ends[e + 1] - ends[e]) / longest));
        for (int piece = 0; piece < pieces; ++piece) {
            const double half = 0.5 * (ends[e + 1] - ends[e]) / pieces,
                         center = ends[e] + (2 * piece + 1) * half;
            for (const auto& [abscissa, weight] : gauss_legendre_16)
                for (const double z : {center - half * abscissa, center + half * abscissa})
                    add(sums, conditional.at(z, needs_moments), weight * half,
                        conditional.sd() * z);
        }
    }
    return sums;
}

/// Of one variable that varies.
Slice slice_of_one(double mean, double variance, const Interval& interval, bool needs_moments) {
    const TruncatedNormal part = truncated_normal(mean, variance, interval, needs_moments);
    Slice slice;
    slice.log_probability = part.log_probability;
    if (!needs_moments || slice.log_probability == -infinity) return slice;
    slice.means = Eigen::VectorXd::Constant(1, part.mean);
    slice.covariance = Eigen::MatrixXd::Constant(1, 1, part.variance);
    return slice;
}

/// Of a group of variables that all vary and none of which is a multiple of another.
Slice slice_of_group(const NormalBox& box, bool needs_moments) {
    if (box.size() == 1)
        return slice_of_one(box.means(0), box.covariance(0, 0), box.intervals.front(),
                            needs_moments);
    if (box.size() > most_box_variables)
        throw TooLargeError(
            "the probability that " + std::to_string(box.size()) +
                " continuous quantities that depend on each other lie in intervals is not "
                "computed; at most " +
                std::to_string(most_box_variables),
            {}, "give values for some of them, or ask about fewer together");
    const Sums sums = integrated(box, needs_moments);
    Slice slice;
    if (!(sums.total > 0)) return slice;
    slice.log_probability = sums.log_scale + std::log(sums.total);
    if (!needs_moments) return slice;
    const Eigen::VectorXd means = sums.first / sums.total;
    slice.covariance = sums.second / sums.total - means * means.transpose();
    slice.means = box.means + means;
    return slice;
}

/// The box of some of its variables.
NormalBox part_of(const NormalBox& box, const std::vector<std::size_t>& members) {
    NormalBox part;
    const auto count = static_cast<Eigen::Index>(members.size());
    part.means.resize(count);
    part.covariance.resize(count, count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const auto from = static_cast<Eigen::Index>(members[static_cast<std::size_t>(i)]);
        part.means(i) = box.means(from);
        for (Eigen::Index j = 0; j < count; ++j)
            part.covariance(i, j) = box.covariance(
                from, static_cast<Eigen::Index>(members[static_cast<std::size_t>(j)]));
        part.intervals.push_back(box.intervals[members[static_cast<std::size_t>(i)]]);
    }
    return part;
}

/// How one variable of a box follows from another one that is kept.
struct Multiple {
    std::size_t of = 0;  ///< the number of the one that is kept
    double factor = 0;   ///< 0: it does not vary
};

/// Removes variables that do not vary and multiples of others, whose intervals become intervals of
/// the others. False if one of them cannot lie in its interval.
bool reduce(const NormalBox& box, NormalBox& kept, std::vector<Multiple>& multiples,
            std::vector<std::size_t>& numbers) {
    const std::size_t size = box.size();
    multiples.assign(size, {});
    std::vector<Interval> intervals = box.intervals;
    for (std::size_t i = 0; i < size; ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        const double variance = box.covariance(row, row), mean = box.means(row);
        if (!(variance > 0)) {
            if (!(intervals[i].above < mean && mean <= intervals[i].up_to)) return false;
            continue;
        }
        bool is_multiple = false;
        for (const std::size_t j : numbers) {
            const auto other = static_cast<Eigen::Index>(j);
            const double factor = box.covariance(row, other) / box.covariance(other, other);
            const double rest = variance - factor * box.covariance(row, other);
            if (rest > negligible * variance) continue;
            const double a = box.means(other) + (intervals[i].above - mean) / factor,
                         b = box.means(other) + (intervals[i].up_to - mean) / factor;
            intervals[j].above = std::max(intervals[j].above, std::min(a, b));
            intervals[j].up_to = std::min(intervals[j].up_to, std::max(a, b));
            multiples[i] = {j, factor};
            is_multiple = true;
            break;
        }
        if (is_multiple) continue;
        multiples[i] = {i, 1};
        numbers.push_back(i);
    }
    kept = part_of({box.means, box.covariance, std::move(intervals)}, numbers);
    return true;
}

/// Variables that depend on each other, directly or through others: a number for each.
std::vector<std::size_t> groups_of(const NormalBox& box) {
    std::vector<std::size_t> group(box.size());
    for (std::size_t i = 0; i < box.size(); ++i) group[i] = i;
    for (std::size_t i = 0; i < box.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto a = static_cast<Eigen::Index>(i), b = static_cast<Eigen::Index>(j);
            const double limit =
                negligible * std::sqrt(box.covariance(a, a) * box.covariance(b, b));
            if (std::abs(box.covariance(a, b)) <= limit) continue;
            const std::size_t from = group[i], to = group[j];
            std::ranges::replace(group, from, to);
        }
    }
    return group;
}

/// Of variables that all vary, group by group.
Slice slice_of_groups(const NormalBox& box, bool needs_moments) {
    Slice slice;
    slice.log_probability = 0;
    const std::vector<std::size_t> group = groups_of(box);
    const auto size = static_cast<Eigen::Index>(box.size());
    if (needs_moments) {
        slice.means.setZero(size);
        slice.covariance.setZero(size, size);
    }
    for (std::size_t g = 0; g < box.size(); ++g) {
        std::vector<std::size_t> members;
        for (std::size_t i = 0; i < box.size(); ++i)
            if (group[i] == g) members.push_back(i);
        if (members.empty()) continue;
        const Slice part = slice_of_group(part_of(box, members), needs_moments);
        slice.log_probability += part.log_probability;
        if (slice.log_probability == -infinity) return Slice();
        for (std::size_t i = 0; i < members.size() && needs_moments; ++i) {
            const auto to = static_cast<Eigen::Index>(members[i]);
            slice.means(to) = part.means(static_cast<Eigen::Index>(i));
            for (std::size_t j = 0; j < members.size(); ++j)
                slice.covariance(to, static_cast<Eigen::Index>(members[j])) =
                    part.covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        }
    }
    return slice;
}

Slice slice_of(const NormalBox& box, bool needs_moments) {
    if (box.size() == 1 && box.covariance(0, 0) > 0)
        return slice_of_one(box.means(0), box.covariance(0, 0), box.intervals.front(),
                            needs_moments);
    NormalBox kept;
    std::vector<Multiple> multiples;
    std::vector<std::size_t> numbers;
    if (!reduce(box, kept, multiples, numbers)) return Slice();
    const Slice inner = slice_of_groups(kept, needs_moments);
    if (!needs_moments || inner.log_probability == -infinity) return inner;
    // Back to all variables, each a multiple of one that was kept.
    const auto size = static_cast<Eigen::Index>(box.size());
    Eigen::MatrixXd factors =
        Eigen::MatrixXd::Zero(size, static_cast<Eigen::Index>(numbers.size()));
    for (std::size_t i = 0; i < box.size(); ++i) {
        if (multiples[i].factor == 0) continue;
        const auto at = std::ranges::find(numbers, multiples[i].of) - numbers.begin();
        factors(static_cast<Eigen::Index>(i), at) = multiples[i].factor;
    }
    Slice slice;
    slice.log_probability = inner.log_probability;
    slice.means = box.means + factors * (inner.means - kept.means);
    slice.covariance = factors * inner.covariance * factors.transpose();
    return slice;
}

}  // namespace

NormalBox given_first(const NormalBox& box, double value) {
    const auto rest = static_cast<Eigen::Index>(box.size()) - 1;
    const Eigen::VectorXd slopes = box.covariance.col(0).tail(rest) / box.covariance(0, 0);
    NormalBox given;
    given.means = box.means.tail(rest) + slopes * (value - box.means(0));
    given.covariance =
        box.covariance.bottomRightCorner(rest, rest) - slopes * box.covariance.row(0).tail(rest);
    for (Eigen::Index i = 0; i < rest; ++i) {
        if (given.covariance(i, i) > negligible * box.covariance(i + 1, i + 1)) continue;
        given.covariance.row(i).setZero();
        given.covariance.col(i).setZero();
    }
    given.intervals.assign(box.intervals.begin() + 1, box.intervals.end());
    return given;
}

double log_probability(const NormalBox& box) {
    return slice_of(box, false).log_probability;
}

BoxMoments moments(const NormalBox& box) {
    Slice slice = slice_of(box, true);
    return {slice.log_probability, std::move(slice.means), std::move(slice.covariance)};
}

}  // namespace pgm::detail
