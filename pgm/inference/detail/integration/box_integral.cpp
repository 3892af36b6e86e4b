#include <pgm/inference/detail/integration/box_integral.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/detail/integration/truncated_normal.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace pgm::detail {
namespace {

/// Further from its mean no double holds the probability of a normal variable.
constexpr double farthest = 38;

BoxMoments slice_of(const TruncatedJointNormal& box, bool needs_moments);

BoxMoments impossible_slice() {
    return {.log_probability = -infinity, .means = {}, .covariance = {}};
}

/// The first variable of a box, in its standard deviations z from its mean, and the others given
/// it.
class FirstVariable {
public:
    explicit FirstVariable(const TruncatedJointNormal& box) : box_(box) {
        const auto rest = static_cast<Eigen::Index>(box.size()) - 1;
        sd_ = std::sqrt(box.covariance(0, 0));
        slopes_ = box.covariance.col(0).tail(rest) / sd_;
        rest_ = given_first(box, box.means(0));
        for (TruncatedJointNormal::NoisyConstraint known : box.noisy) {
            if (known.variable > 0) continue;
            known.interval = {(known.interval.above - box.means(0)) / sd_,
                              (known.interval.up_to - box.means(0)) / sd_};
            known.noise.scale /= sd_;
            own_.push_back(known);
        }
        list_transitions();
    }

    /// The range of z in which the evidence may be probable. A likelihood pulls z from 0 no further
    /// than beyond its transition, and, if it is logistic, than its logarithm is steep.
    Interval bounds() const {
        double below = 0, above = 0, steepness = 0;
        for (const Transition& transition : transitions_) {
            below = std::min(below, transition.center);
            above = std::max(above, transition.center);
            steepness += transition.steepness;
        }
        const auto [low, high] = box_.intervals.front();
        return {std::max((low - box_.means(0)) / sd_, std::max(below, -steepness) - farthest),
                std::min((high - box_.means(0)) / sd_, std::min(above, steepness) + farthest)};
    }

    /// The integrand at z, and the others' moments there.
    BoxMoments at(double z, bool needs_moments) {
        rest_.means = box_.means.tail(slopes_.size()) + slopes_ * z;
        BoxMoments slice = slice_of(rest_, needs_moments);
        slice.log_probability -= 0.5 * z * z + log_sqrt_two_pi;
        for (const TruncatedJointNormal::NoisyConstraint& known : own_)
            slice.log_probability += known.log_likelihood(z);
        return slice;
    }

    double sd() const { return sd_; }
    /// The means of all variables given z.
    Eigen::VectorXd means_at(double z) const {
        Eigen::VectorXd means = box_.means;
        means(0) += sd_ * z;
        means.tail(slopes_.size()) += slopes_ * z;
        return means;
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
        return transitions_.empty() ? found : split(found);
    }

private:
    /// A point near which a likelihood with noise passes from 0 to 1 or back.
    struct Transition {
        double center, width;
        double steepness;  ///< the greatest slope of the logarithm of the likelihood
    };

    void list_transitions() {
        const auto add = [&](const TruncatedJointNormal::NoisyConstraint& known, double mean,
                             double slope, double variance) {
            if (slope == 0) return;
            const double scale = known.noise.scale;
            const bool is_logistic = known.noise.kind == Noise::Kind::logistic;
            for (const double bound : {known.interval.above, known.interval.up_to})
                if (std::isfinite(bound))
                    transitions_.push_back({(bound - mean) / slope,
                                            std::sqrt(scale * scale + variance) / std::abs(slope),
                                            is_logistic ? std::abs(slope) / scale : infinity});
        };
        for (const TruncatedJointNormal::NoisyConstraint& known : own_) add(known, 0, 1, 0);
        for (const TruncatedJointNormal::NoisyConstraint& known : rest_.noisy) {
            const auto i = static_cast<Eigen::Index>(known.variable);
            add(known, box_.means(i + 1), slopes_(i), std::max(rest_.covariance(i, i), 0.0));
        }
    }

    /// A logistic function has poles at pi times its width beside its center, so the rule is exact
    /// to rounding on pieces that are no longer than that, or than they are away.
    bool is_smooth(double low, double high) const {
        constexpr double widths = 2.5;
        return std::ranges::all_of(transitions_, [&](const Transition& transition) {
            const double distance = std::max(low - transition.center, transition.center - high);
            return high - low <= std::max(widths * transition.width, distance);
        });
    }

    std::vector<double> split(const std::vector<double>& ends) const {
        std::vector<double> found{ends.front()};
        for (std::size_t e = 0; e + 1 < ends.size(); ++e) split(ends[e], ends[e + 1], found);
        return found;
    }

    void split(double low, double high, std::vector<double>& found) const {
        const double middle = 0.5 * (low + high);
        if (is_smooth(low, high) || !(low < middle && middle < high)) {
            found.push_back(high);
            return;
        }
        split(low, middle, found);
        split(middle, high, found);
    }

    const TruncatedJointNormal& box_;
    TruncatedJointNormal rest_;
    std::vector<TruncatedJointNormal::NoisyConstraint> own_;  ///< in units of z
    std::vector<Transition> transitions_;
    double sd_ = 0;
    Eigen::VectorXd slopes_;
};

/// A place near which a log-concave function is greatest in [low, high]: the best of many, then
/// golden sections around it, until it varies little there.
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
    constexpr int most_sections = 100;
    low = std::max(low, best - step);
    high = std::min(high, best + step);
    for (int i = 0; i < most_sections; ++i) {
        const double a = low + section * (high - low), b = high - section * (high - low),
                     middle = 0.5 * (low + high);
        const double at_a = function(a), at_b = function(b);
        if (high - low <= 0.02 * step) {
            const double there = function(middle), least = std::min(at_a, at_b);
            if (least == -infinity || std::max({there, at_a, at_b}) - least <= 0.5) break;
        }
        (at_a >= at_b ? high : low) = at_a >= at_b ? b : a;
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

/// Integrals over a box: the probability, and with it the deviations of the variables from a place
/// near their means, whose squares are small beside their variances.
class BoxIntegrals {
public:
    BoxIntegrals(const TruncatedJointNormal& box, bool needs_moments)
        : box_(box), first_variable_(box), needs_moments_(needs_moments) {}

    BoxMoments taken() {
        auto [low, high] = first_variable_.bounds();
        if (!(low < high)) return impossible_slice();
        const auto log_of = [&](double z) { return first_variable_.at(z, false).log_probability; };
        peak_ = maximum_of(log_of, low, high);
        top_ = log_of(peak_);
        if (top_ == -infinity) return impossible_slice();
        low = edge_of(log_of, top_, peak_, low);
        high = edge_of(log_of, top_, peak_, high);
        if (needs_moments_) {
            const auto size = static_cast<Eigen::Index>(box_.size());
            center_ = first_variable_.means_at(peak_);
            first_.setZero(size);
            second_.setZero(size, size);
        }
        const std::vector<double> ends = first_variable_.breaks(low, peak_, high);
        for (std::size_t e = 0; e + 1 < ends.size(); ++e) add_piece(ends[e], ends[e + 1]);
        if (!(total_ > 0)) return impossible_slice();
        BoxMoments inside{
            .log_probability = top_ + std::log(total_), .means = {}, .covariance = {}};
        if (!needs_moments_) return inside;
        const Eigen::VectorXd means = first_ / total_;
        inside.covariance = second_ / total_ - means * means.transpose();
        inside.means = center_ + means;
        return inside;
    }

private:
    void add_piece(double low, double high) {
        constexpr double longest = 1.5;  // of a piece on which the rule is exact to rounding
        const int pieces = static_cast<int>(std::ceil((high - low) / longest));
        for (int piece = 0; piece < pieces; ++piece) {
            const double half = 0.5 * (high - low) / pieces, middle = low + (2 * piece + 1) * half;
            for (const auto& [abscissa, weight] : gauss_legendre_16)
                for (const double z : {middle - half * abscissa, middle + half * abscissa})
                    add(first_variable_.at(z, needs_moments_), weight * half,
                        first_variable_.sd() * (z - peak_));
        }
    }

    /// Adds a slice at the distance `first` from the peak.
    void add(const BoxMoments& slice, double weight, double first) {
        const double mass = weight * std::exp(slice.log_probability - top_);
        total_ += mass;
        if (!needs_moments_ || mass == 0) return;
        const Eigen::Index rest = slice.means.size();
        const Eigen::VectorXd others = slice.means - center_.tail(rest);
        first_(0) += mass * first;
        first_.tail(rest) += mass * others;
        second_(0, 0) += mass * first * first;
        second_.col(0).tail(rest) += mass * first * others;
        second_.row(0).tail(rest) += mass * first * others.transpose();
        second_.bottomRightCorner(rest, rest) +=
            mass * (slice.covariance + others * others.transpose());
    }

    const TruncatedJointNormal& box_;
    FirstVariable first_variable_;
    bool needs_moments_;
    double peak_ = 0, top_ = 0;  ///< of the integrand: z and its logarithm
    // All relative to exp(top_).
    double total_ = 0;
    Eigen::VectorXd center_, first_;
    Eigen::MatrixXd second_;
};

/// The moments of one variable that varies.
BoxMoments slice_of_one(double mean, double variance, const Interval& interval,
                        bool needs_moments) {
    const TruncatedNormal part = truncated_normal(mean, variance, interval, needs_moments);
    BoxMoments slice{.log_probability = part.log_probability, .means = {}, .covariance = {}};
    if (!needs_moments || slice.log_probability == -infinity) return slice;
    slice.means = Eigen::VectorXd::Constant(1, part.mean);
    slice.covariance = Eigen::MatrixXd::Constant(1, 1, part.variance);
    return slice;
}

[[noreturn]] void refuse_group(const TruncatedJointNormal& group) {
    const std::string number = std::to_string(group.size());
    if (group.is_noisy(0))
        throw TooLargeError("the probability of " + number +
                                " states and intervals with noise that depend on each other is "
                                "computed where they depend on two linear functions at most",
                            {}, "give values for some of the continuous variables that they share");
    throw TooLargeError("the probability that " + number +
                            " continuous quantities that depend on each other lie in intervals is "
                            "not computed; at most " +
                            std::to_string(most_box_variables),
                        {}, "give values for some of them, or ask about fewer together");
}

/// The moments of a group of variables that all vary and none of which is a multiple of another.
BoxMoments slice_of_group(const TruncatedJointNormal& group, bool needs_moments) {
    if (group.size() == 1 && group.noisy.empty())
        return slice_of_one(group.means(0), group.covariance(0, 0), group.intervals.front(),
                            needs_moments);
    if (group.size() > most_nested_integrals && nested_integrals(group) > most_nested_integrals)
        refuse_group(group);
    return BoxIntegrals(group, needs_moments).taken();
}

/// The moments of variables that all vary, group by group.
BoxMoments slice_of_groups(const TruncatedJointNormal& box, bool needs_moments) {
    BoxMoments slice;
    const auto size = static_cast<Eigen::Index>(box.size());
    if (needs_moments) {
        slice.means.setZero(size);
        slice.covariance.setZero(size, size);
    }
    for (const std::vector<std::size_t>& members : groups_of(box)) {
        const BoxMoments part = slice_of_group(part_of(box, members), needs_moments);
        slice.log_probability += part.log_probability;
        if (slice.log_probability == -infinity) return impossible_slice();
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

BoxMoments slice_of(const TruncatedJointNormal& box, bool needs_moments) {
    if (box.size() == 0) return {};
    if (box.size() == 1 && box.covariance(0, 0) > 0) return slice_of_group(box, needs_moments);
    const ReducedBox reduced(box);
    if (reduced.log_probability == -infinity) return impossible_slice();
    const BoxMoments inner = slice_of_groups(reduced.kept, needs_moments);
    BoxMoments slice{.log_probability = inner.log_probability + reduced.log_probability,
                     .means = {},
                     .covariance = {}};
    if (!needs_moments || slice.log_probability == -infinity) return slice;
    // Back to all variables, each a multiple of one that was kept.
    Eigen::MatrixXd factors =
        Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(box.size()), inner.means.size());
    for (std::size_t i = 0; i < box.size(); ++i)
        if (const auto [of, factor] = reduced.multiples[i]; factor != 0)
            factors(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(of)) = factor;
    slice.means = box.means + factors * (inner.means - reduced.kept.means);
    slice.covariance = factors * inner.covariance * factors.transpose();
    return slice;
}

}  // namespace

double log_probability(const TruncatedJointNormal& box) {
    return slice_of(box, false).log_probability;
}

BoxMoments moments(const TruncatedJointNormal& box) {
    return slice_of(box, true);
}

}  // namespace pgm::detail
