#include <io/picture/detail/density_card.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

namespace pgm::io::detail {
namespace {

using Density = NodeCard::Density;

constexpr double cells = 50;  // of the axis: three points of a card each
constexpr int fewest_digits = 3, most_digits = 15, longest_whole_number = 6;

/// The place of the first digit: 2 of 460, -1 of 0.46.
int first_place(double value) {
    return static_cast<int>(std::floor(std::log10(std::abs(value))));
}

/// The number for people with three digits, or as many as are above a hundredth of `scale`. Whole
/// numbers have no exponent: 1235, not 1.23e+03.
std::string short_number(double value, double scale) {
    constexpr double negligible = 1e-9;
    if (std::abs(value) <= negligible * scale) return "0";
    int digits = std::min(first_place(value) + 1, longest_whole_number);
    if (scale > 0) digits = std::max(digits, first_place(value) - first_place(scale) + 2);
    return to_text(value, std::clamp(digits, fewest_digits, most_digits));
}

/// Empty for numbers that are none.
std::string summary_of(double mean, double sd) {
    if (!std::isfinite(mean) || !std::isfinite(sd)) return {};
    if (sd == 0) return "= " + to_text(mean == 0 ? 0 : mean, longest_whole_number);
    return "mean " + short_number(mean, sd) + ", sd " + short_number(sd, sd);
}

const Interval* interval_of(const Finding* finding) {
    const auto* const observed = finding ? std::get_if<ObservedInterval>(finding) : nullptr;
    return observed ? &observed->interval : nullptr;
}

Density text_alone(double mean, double sd, const std::string& name, const Finding* finding) {
    Density card;
    card.summary = summary_of(mean, sd);
    if (const Interval* const interval = interval_of(finding))
        card.finding = interval_text(name, *interval);
    return card;
}

/// True if doubles between the two ends are close enough to each other for a curve.
bool has_width(const Interval& axis) {
    constexpr double finest = 1e-12;
    const double width = axis.up_to - axis.above;
    return std::isfinite(width) &&
           width > finest * std::max(std::abs(axis.above), std::abs(axis.up_to));
}

/// True if the numbers between which nearly all of the probability is are finite as doubles.
bool has_finite_axis(double mean, double sd) {
    constexpr double farthest = 40;  // in standard deviations: the quantiles of axis_of() and more
    return std::isfinite(2 * (std::abs(mean) + farthest * sd));
}

/// Numbers between which nearly all of the probability is, with some room at both sides; equal ones
/// if there is only one number.
Interval axis_of(const ContinuousPosterior& posterior, double mean, double sd) {
    constexpr double tail = 0.001, room = 0.06, deviations = 3;
    Interval axis{posterior.quantile(tail), posterior.quantile(1 - tail)};
    if (!has_width(axis)) axis = {mean - deviations * sd, mean + deviations * sd};
    if (!has_width(axis)) return {mean, mean};
    const double margin = room * (axis.up_to - axis.above);
    return {axis.above - margin, axis.up_to + margin};
}

bool is_point_mass(const DensityComponent& component) {
    return component.sd == 0;
}

double position(double value, const Interval& axis) {
    return std::clamp((value - axis.above) / (axis.up_to - axis.above), 0.0, 1.0);
}

/// The point masses. Those in one cell of the axis are one.
std::vector<Density::Spot> point_masses_of(const ContinuousPosterior& posterior,
                                           const Interval& axis) {
    std::map<double, Density::Spot> of_cells;
    for (const DensityComponent& component : posterior.components()) {
        if (!is_point_mass(component)) continue;
        if (component.mean < axis.above || component.mean > axis.up_to) continue;
        const double at = position(component.mean, axis);
        Density::Spot& spot = of_cells[std::floor(at * cells)];
        spot.height += component.weight;
        spot.position += (at - spot.position) * (component.weight / spot.height);
    }
    std::vector<Density::Spot> spots;
    for (const auto& [cell, spot] : of_cells) spots.push_back(spot);
    return spots;
}

/// The probability of an interval without that of the point masses in it.
double spread_probability(const ContinuousPosterior& posterior, const Interval& interval) {
    double probability = posterior.probability(interval);
    for (const DensityComponent& component : posterior.components())
        if (is_point_mass(component) && interval.above < component.mean &&
            component.mean <= interval.up_to)
            probability -= component.weight;
    return probability > 0 ? probability : 0;
}

/// True if no component that is spread is narrower than a cell of the axis. Then the density in the
/// middle of a cell is its mean, and under intervals much less work.
bool is_smooth(const ContinuousPosterior& posterior, const Interval& axis) {
    const double cell = (axis.up_to - axis.above) / cells;
    return std::ranges::all_of(posterior.components(), [&](const DensityComponent& component) {
        return is_point_mass(component) || component.sd > cell;
    });
}

/// That probability of a short interval where the density is smooth.
double smooth_probability(const ContinuousPosterior& posterior, const Interval& interval) {
    const double density = posterior.density(std::midpoint(interval.above, interval.up_to));
    return std::isfinite(density) ? density * (interval.up_to - interval.above)
                                  : spread_probability(posterior, interval);
}

/// Points at which the density may jump: the bounds of the finding and the ends of uniform
/// components, unless these are many. Between them and the ends of the axis the curve is in pieces.
std::vector<double> piece_ends(const ContinuousPosterior& posterior, const Interval& axis,
                               const Interval* finding) {
    constexpr std::size_t most_jumps = 4;
    std::vector<double> jumps, ends{axis.above, axis.up_to};
    for (const DensityComponent& component : posterior.components()) {
        if (component.shape != DensityComponent::Shape::uniform) continue;
        const double half_width = component.sd * std::numbers::sqrt3;
        jumps.insert(jumps.end(), {component.mean - half_width, component.mean + half_width});
    }
    if (jumps.size() > most_jumps) jumps.clear();
    if (finding) jumps.insert(jumps.end(), {finding->above, finding->up_to});
    std::ranges::copy_if(jumps, std::back_inserter(ends),
                         [&](double at) { return at > axis.above && at < axis.up_to; });
    std::ranges::sort(ends);
    ends.erase(std::ranges::unique(ends).begin(), ends.end());
    return ends;
}

/// The mean densities around points of the axis, in units of the axis.
std::vector<Density::Spot> curve_of(const ContinuousPosterior& posterior, const Interval& axis,
                                    const Interval* finding) {
    std::vector<Density::Spot> curve;
    const std::vector<double> ends = piece_ends(posterior, axis, finding);
    const auto probability_of =
        is_smooth(posterior, axis) ? smooth_probability : spread_probability;
    for (std::size_t piece = 0; piece + 1 < ends.size(); ++piece) {
        const double low = ends[piece], high = ends[piece + 1];
        const double from = position(low, axis), to = position(high, axis);
        const double steps = std::max(1.0, std::round((to - from) * cells));
        const auto at = [&](double step) {
            return std::clamp(std::lerp(low, high, step / steps), low, high);
        };
        for (double i = 0; i <= steps; ++i) {
            const Interval around{at(i - 0.5), at(i + 0.5)};
            const double width = position(around.up_to, axis) - position(around.above, axis);
            const double probability = probability_of(posterior, around);
            curve.push_back({std::lerp(from, to, i / steps), width > 0 ? probability / width : 0});
        }
    }
    return curve;
}

double highest(const std::vector<Density::Spot>& spots) {
    return spots.empty() ? 0 : std::ranges::max(spots, {}, &Density::Spot::height).height;
}

/// Scales heights from `from` to `to`, and all others in proportion.
void scale(std::vector<Density::Spot>& spots, double from, double to) {
    for (Density::Spot& spot : spots) spot.height = spot.height / from * to;
}

}  // namespace

NodeCard::Density density_card(const Picture::Moments& moments, const std::string& name,
                               const Finding* finding) {
    return text_alone(moments.mean, moments.sd, name, finding);
}

NodeCard::Density density_card(const ContinuousPosterior& posterior, const std::string& name,
                               const Finding* finding) {
    const double mean = posterior.mean(), sd = posterior.sd();
    Density card = text_alone(mean, sd, name, finding);
    if (!has_finite_axis(mean, sd)) return card;
    card.axis = axis_of(posterior, mean, sd);
    if (!(card.axis.above < card.axis.up_to)) {
        card.point_masses = {{0.5, 1}};
        return card;
    }
    card.point_masses = point_masses_of(posterior, card.axis);
    double spread = 1;
    for (const DensityComponent& component : posterior.components())
        if (is_point_mass(component)) spread -= component.weight;
    constexpr double rounding = 1e-12;
    const Interval* const interval = interval_of(finding);
    if (spread > rounding) card.curve = curve_of(posterior, card.axis, interval);
    // Heights are probabilities: at its top the curve has that of all that is spread.
    const double top = std::max(spread, highest(card.point_masses));
    scale(card.point_masses, top, 1);
    const double densest = highest(card.curve);
    if (densest > 0) scale(card.curve, densest, spread / top);
    if (interval)
        card.shaded = {position(interval->above, card.axis), position(interval->up_to, card.axis)};
    return card;
}

}  // namespace pgm::io::detail
