#include <pgm/inference/detail/continuous/density_table.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/inference/detail/integration/box_integral.hpp>
#include <pgm/inference/detail/integration/log_interpolation.hpp>
#include <pgm/inference/detail/integration/truncated_normal.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pgm::detail {
namespace {

constexpr std::size_t most_values = 1'000'000;

/// A part of a table as a Gauss-Legendre rule has it.
using Masses = std::array<std::pair<double, double>, 2 * gauss_legendre_16.size()>;

Masses masses_of(const TabulatedDensity::Panel& panel, double low, double high) {
    const double half = 0.5 * (high - low), middle = low + half;
    Masses masses;
    auto next = masses.begin();
    for (const auto& [abscissa, weight] : gauss_legendre_16)
        for (const double x : {middle - half * abscissa, middle + half * abscissa})
            *next++ = {x, weight * half * panel.density(x)};
    return masses;
}

/// The density of a sum of a variable with a table, times a slope, and of normal noise.
class NoisySum {
public:
    NoisySum(const TabulatedDensity& table, const AffineRelation& relation)
        : panels_(table.panels()),
          relation_(relation),
          width_(relation.sd / std::abs(relation.slope)) {
        for (const TabulatedDensity::Panel& panel : panels_)
            masses_.push_back(is_short(panel) ? masses_of(panel, panel.low, panel.high) : Masses());
    }

    /// Beyond a distance of 15 standard deviations from where the noise is least, nothing makes up
    /// for what is lost by it, as the table spans a factor of e^60.
    double log_density(double y) const {
        constexpr double farthest = 15;
        const double center = (y - relation_.intercept) / relation_.slope;
        const double least = distance_from_table(center);
        const double most = std::hypot(least, farthest * width_);
        const auto first = std::ranges::lower_bound(panels_, center - most, {}, &Panel::high);
        double sum = 0;
        for (auto panel = first; panel != panels_.end() && panel->low <= center + most; ++panel) {
            if (is_short(*panel))
                sum +=
                    part(masses_[static_cast<std::size_t>(panel - panels_.begin())], center, least);
            else
                sum += part_of_long(*panel, std::max(panel->low, center - most),
                                    std::min(panel->high, center + most), center, least);
        }
        const double nearest = least / width_;
        return std::log(sum) - 0.5 * nearest * nearest - std::log(relation_.sd) - log_sqrt_two_pi;
    }

    /// Points at which panels of the density may meet: it changes no faster than the noise.
    std::vector<double> cuts(double mean, double sd) const {
        std::vector<double> all;
        const auto image = [&](double x) { return relation_.intercept + relation_.slope * x; };
        for (const Panel& panel : panels_)
            all.insert(all.end(), {image(panel.low), image(panel.high)});
        for (const double end : {panels_.front().low, panels_.back().high})
            add_cuts_around(image(end), relation_.sd, all);
        add_cuts_around(mean, sd, all);
        keep_inside({}, all);
        std::vector<double> cuts;
        for (const double cut : all)
            if (cuts.empty() || cut - cuts.back() >= relation_.sd / 2) cuts.push_back(cut);
        return cuts;
    }

private:
    using Panel = TabulatedDensity::Panel;

    bool is_short(const Panel& panel) const { return panel.high - panel.low <= 2 * width_; }

    /// The integral of the table's density times the noise's, relative to that at the least
    /// distance.
    double part(const Masses& masses, double center, double least) const {
        double sum = 0;
        for (const auto& [x, mass] : masses) {
            const double distance = std::abs(x - center);
            const double product = (distance - least) / width_ * ((distance + least) / width_);
            sum += mass * std::exp(-0.5 * product);
        }
        return sum;
    }

    double part_of_long(const Panel& panel, double low, double high, double center,
                        double least) const {
        const double pieces = std::max(std::ceil((high - low) / (2 * width_)), 1.0);
        const double length = (high - low) / pieces;
        double sum = 0;
        for (double piece = 0; piece < pieces; ++piece)
            sum += part(masses_of(panel, low + piece * length, low + (piece + 1) * length), center,
                        least);
        return sum;
    }

    double distance_from_table(double x) const {
        double least = infinity;
        const auto next = std::ranges::lower_bound(panels_, x, {}, &Panel::high);
        if (next != panels_.end()) least = std::max(next->low - x, 0.0);
        if (next != panels_.begin()) least = std::min(least, x - std::prev(next)->high);
        return least;
    }

    std::span<const Panel> panels_;
    const AffineRelation& relation_;
    double width_;                ///< of the noise, in units of the table
    std::vector<Masses> masses_;  ///< of the short panels
};

PanelledFunction stretched(const PanelledFunction& density, const AffineRelation& relation) {
    PanelledFunction image = density;
    for (PanelledFunction::QuadraturePanel& panel : image.panels) {
        panel.low = relation.intercept + relation.slope * panel.low;
        panel.high = relation.intercept + relation.slope * panel.high;
        if (relation.slope > 0) continue;
        std::swap(panel.low, panel.high);
        std::ranges::reverse(panel.values);
    }
    if (relation.slope < 0) std::ranges::reverse(image.panels);
    // What the image of a narrow panel is narrower than rounding holds next to nothing.
    std::erase_if(image.panels, [](const PanelledFunction::QuadraturePanel& panel) {
        return !(panel.low < panel.high);
    });
    return image;
}

/// The first variable of a box, and what is known of the others given a value of it.
class FirstOfBox {
public:
    explicit FirstOfBox(const TruncatedJointNormal& box)
        : mean_(box.means(0)), variance_(box.covariance(0, 0)), domain_(box.intervals.front()) {
        const TruncatedJointNormal others = given_first(box, mean_);
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < others.size(); ++i) {
            const auto at = static_cast<Eigen::Index>(i);
            const double slope = box.covariance(at + 1, 0) / variance_;
            if (others.covariance(at, at) > 0 || others.is_noisy(i))
                open.push_back(i);
            else if (slope != 0)
                bound(others.means(at), slope, others.intervals[i]);
        }
        others_ = part_of(others, open);
        means_ = others_.means;
        slopes_.resize(means_.size());
        for (std::size_t i = 0; i < open.size(); ++i)
            slopes_(static_cast<Eigen::Index>(i)) =
                box.covariance(static_cast<Eigen::Index>(open[i]) + 1, 0) / variance_;
    }

    double log_density(double x) {
        others_.means = means_ + slopes_ * (x - mean_);
        return normal_log_density(x, mean_, variance_) + log_probability(others_);
    }

    double mean() const { return mean_; }
    double sd() const { return std::sqrt(variance_); }
    /// The interval outside which it cannot be.
    const Interval& domain() const { return domain_; }
    bool takes_nested_integrals() const {
        const TruncatedJointNormal kept = ReducedBox(others_).kept;
        return std::ranges::any_of(groups_of(kept), [&](const std::vector<std::size_t>& group) {
            return nested_integrals(part_of(kept, group)) > 1;
        });
    }

private:
    /// Bounds the target by a variable that follows from it, which may be the target itself.
    void bound(double mean, double slope, const Interval& interval) {
        const bool is_same = mean == mean_ && std::abs(slope - 1) < 1e-14;
        const double a = is_same ? interval.above : mean_ + (interval.above - mean) / slope,
                     b = is_same ? interval.up_to : mean_ + (interval.up_to - mean) / slope;
        domain_.above = std::max(domain_.above, std::min(a, b));
        domain_.up_to = std::min(domain_.up_to, std::max(a, b));
    }

    double mean_, variance_;
    Interval domain_;
    TruncatedJointNormal others_;     ///< those that are not determined by the first one
    Eigen::VectorXd means_, slopes_;  ///< of others_: at the mean of the first one, and by it
};

/// Cuts for a log-concave function of which it is not known where it is: at distances of powers of
/// 4 from the mean without what is known, and from the bounds.
std::vector<double> wide_cuts(const FirstOfBox& first) {
    constexpr int narrowest = -48, widest = 12;
    std::vector<double> cuts;
    for (const double place : {first.mean(), first.domain().above, first.domain().up_to}) {
        cuts.push_back(place);
        for (int exponent = narrowest; exponent <= widest; exponent += 2) {
            cuts.push_back(place - std::ldexp(first.sd(), exponent));
            cuts.push_back(place + std::ldexp(first.sd(), exponent));
        }
    }
    return cuts;
}

}  // namespace

TabulatedDensity density_table(const PanelledFunction& function) {
    std::vector<TabulatedDensity::Panel> panels;
    for (const PanelledFunction::QuadraturePanel& panel : function.panels)
        panels.push_back({panel.low, panel.high, chebyshev_coefficients(panel.values)});
    return TabulatedDensity(std::move(panels));
}

PanelledFunction transformed(const PanelledFunction& density, const AffineRelation& relation) {
    constexpr double rounding = 1e-13;
    const double spread = std::abs(relation.slope) * density.sd();
    if (relation.sd <= rounding * spread) return stretched(density, relation);
    const TabulatedDensity table = density_table(density);
    const NoisySum sum(table, relation);
    return integrate([&](double y) { return sum.log_density(y); },
                     sum.cuts(relation.intercept + relation.slope * density.mean(),
                              std::hypot(spread, relation.sd)),
                     most_values, Purpose::table);
}

PanelledFunction selected_density(const TruncatedJointNormal& box, double mean, double sd) {
    FirstOfBox first(box);
    if (first.takes_nested_integrals()) log_probability(box);  // refuses too many
    const LogFunction log_density = [&](double x) { return first.log_density(x); };
    const Interval& domain = first.domain();
    // A variance that is small beside that without what is known is a difference of large numbers.
    const bool is_known = sd > 1e-4 * first.sd() && mean > domain.above && mean < domain.up_to;
    std::vector<double> cuts;
    if (!is_known) {
        cuts = wide_cuts(first);
        keep_inside(domain, cuts);
        return integrate(log_density, std::move(cuts), most_values, Purpose::table);
    }
    cuts.push_back(mean);
    for (double distance = 2 * sd; distance <= 64 * sd; distance *= 2)
        cuts.insert(cuts.end(), {mean - distance, mean + distance});
    keep_inside(domain, cuts);
    const LogInterpolation interpolation(log_density, cuts);
    return integrate([&](double x) { return interpolation(x); }, interpolation.cuts(), most_values,
                     Purpose::table);
}

}  // namespace pgm::detail
