#include <pgm/model/cpd/threshold_cpd.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/cpd/detail/family_shape.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

/// The standard deviation of a logistic variable of scale 1.
constexpr double logistic_sd = std::numbers::pi / std::numbers::sqrt3;

/// log(1 + exp(x))
double softplus(double x) {
    return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace

/// With L the distribution function of a logistic variable, L(b) - L(a) = L(b) L(-a) (1 - exp(a -
/// b)), which has no difference of nearly equal numbers but that of the bounds.
double Noise::log_probability(double x, const Interval& interval) const {
    const auto& [above, up_to] = interval;
    if (!(above < up_to)) return -infinity;
    if (scale == 0) return above < x && x <= up_to ? 0 : -infinity;
    const double low = (above - x) / scale, high = (up_to - x) / scale;
    if (kind == Kind::normal) return log_normal_probability({low, high});
    double logarithm = 0;
    if (high != infinity) logarithm -= softplus(-high);
    if (low != -infinity) logarithm -= softplus(low);
    const double width = (up_to - above) / scale;
    return width == infinity ? logarithm : logarithm + std::log(-std::expm1(-width));
}

double Noise::sample(Rng& rng) const {
    if (kind == Kind::normal) return scale * standard_normal(rng);
    const double p = rng.uniform() + 0x1p-54;  // in the middle of its cell: neither 0 nor 1
    return scale * (std::log(p) - std::log1p(-p));
}

ThresholdCpd::ThresholdCpd(VariableId child, std::size_t states, Scope discrete_parents,
                           std::vector<VariableId> continuous_parents, std::vector<Row> rows)
    : child_(child),
      states_(states),
      discrete_(std::move(discrete_parents)),
      parents_(family_parents(child, discrete_, continuous_parents)),
      rows_(std::move(rows)) {
    if (continuous_parents.empty())
        throw ArgumentError("a threshold needs a continuous parent",
                            "a discrete variable without one has a table");
    require_row_count(rows_.size(), discrete_);
    for (const Row& row : rows_) {
        if (row.slopes.size() != continuous_parents.size())
            throw ArgumentError("a row of a threshold has " + std::to_string(row.slopes.size()) +
                                " slopes for " + std::to_string(continuous_parents.size()) +
                                " continuous parents");
        if (row.cuts.size() + 1 != states)
            throw ArgumentError("a row of a threshold has " + std::to_string(row.cuts.size()) +
                                " cuts, which does not make " + std::to_string(states) + " states");
    }
}

std::size_t ThresholdCpd::parameter_count() const {
    std::size_t count = 0;
    for (const Row& row : rows_) count += row.slopes.size() + row.cuts.size();
    return count;
}

std::size_t ThresholdCpd::stored_numbers() const {
    return rows_.size() * (continuous_parents().size() + states_ + (has_logistic_noise() ? 1 : 0));
}

bool ThresholdCpd::has_logistic_noise() const {
    return std::ranges::any_of(rows_,
                               [](const Row& row) { return row.noise == Noise::Kind::logistic; });
}

void ThresholdCpd::check(const ReportNumber& report) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        for (std::size_t k = 0; k < row.slopes.size(); ++k)
            if (!std::isfinite(row.slopes[k]))
                report({i, "slope", row.slopes[k], "a finite number", continuous_parents()[k]});
        const bool may_be_sharp = row.noise == Noise::Kind::normal;
        if (!(may_be_sharp && row.variance == 0) && !is_positive(row.variance))
            report({i,
                    "variance",
                    row.variance,
                    may_be_sharp ? "a positive number or 0" : "a positive number",
                    {}});
        for (std::size_t k = 0; k < row.cuts.size(); ++k) {
            const bool ascends = k == 0 || row.cuts[k - 1] <= row.cuts[k];
            if (!std::isfinite(row.cuts[k]) || !ascends)
                report(
                    {i, "cut", row.cuts[k], "a finite number at or above the cut before it", {}});
        }
    }
}

double ThresholdCpd::mean(std::size_t row, std::span<const double> parents) const {
    double mean = 0;
    for (std::size_t i = 0; i < parents.size(); ++i) mean += rows_[row].slopes[i] * parents[i];
    return mean;
}

double ThresholdCpd::log_probability(std::size_t row, std::span<const double> parents,
                                     StateId state) const {
    return noise_of(rows_[row]).log_probability(mean(row, parents), interval_of(rows_[row], state));
}

StateId ThresholdCpd::sample(std::size_t row, std::span<const double> parents, Rng& rng) const {
    const double value = mean(row, parents) + noise_of(rows_[row]).sample(rng);
    const std::vector<double>& cuts = rows_[row].cuts;
    return StateId(static_cast<std::size_t>(std::ranges::lower_bound(cuts, value) - cuts.begin()));
}

std::vector<double> ThresholdCpd::numbers() const {
    std::vector<double> numbers;
    const bool has_kinds = has_logistic_noise();
    for (const Row& row : rows_) {
        numbers.insert(numbers.end(), row.slopes.begin(), row.slopes.end());
        if (has_kinds) numbers.push_back(row.noise == Noise::Kind::logistic ? 1 : 0);
        numbers.push_back(row.variance);
        numbers.insert(numbers.end(), row.cuts.begin(), row.cuts.end());
    }
    return numbers;
}

ThresholdCpd ThresholdCpd::from_numbers(const CpdFamily& family, std::span<const double> numbers) {
    if (family.states == 0) throw ArgumentError("a threshold is of a variable with states");
    NumberReader reader(numbers);
    Scope discrete = family.discrete_scope();
    std::vector<Row> rows;
    const bool has_kinds =
        numbers.size() / discrete.cells() > family.continuous_parents.size() + family.states;
    for (std::size_t i = 0; i < discrete.cells(); ++i) {
        Row& row = rows.emplace_back();
        row.slopes = reader.list(family.continuous_parents.size());
        if (has_kinds && reader.flag()) row.noise = Noise::Kind::logistic;
        row.variance = reader.number();
        row.cuts = reader.list(family.states - 1);
    }
    reader.require_end();
    return ThresholdCpd(family.child, family.states, std::move(discrete), family.continuous_parents,
                        std::move(rows));
}

ThresholdCpd::Row logistic_row(std::vector<double> slopes, double scale, std::vector<double> cuts) {
    // A scale that is none must not become one by the square.
    const double variance = scale > 0 ? scale * scale * logistic_sd * logistic_sd : scale;
    return {std::move(slopes), variance, std::move(cuts), Noise::Kind::logistic};
}

Noise noise_of(const ThresholdCpd::Row& row) {
    const double sd = std::sqrt(row.variance);
    return {row.noise, row.noise == Noise::Kind::logistic ? sd / logistic_sd : sd};
}

Interval interval_of(const ThresholdCpd::Row& row, StateId state) {
    const std::size_t k = state.index();
    return {k == 0 ? -infinity : row.cuts[k - 1], k == row.cuts.size() ? infinity : row.cuts[k]};
}

}  // namespace pgm
