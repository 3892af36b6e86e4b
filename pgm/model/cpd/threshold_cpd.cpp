#include <pgm/model/cpd/threshold_cpd.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/cpd/detail/family_shape.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm {

using namespace detail;

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
    for (const Row& row : rows_)
        count += row.slopes.size() + row.cuts.size() + (row.variance != 0 ? 1 : 0);
    return count;
}

void ThresholdCpd::check(const ReportNumber& report) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        for (std::size_t k = 0; k < row.slopes.size(); ++k)
            if (!std::isfinite(row.slopes[k]))
                report({i, "slope", row.slopes[k], "a finite number", continuous_parents()[k]});
        if (row.variance != 0 && !is_positive(row.variance))
            report({i, "variance", row.variance, "a positive number or 0", {}});
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
    const double sd = std::sqrt(rows_[row].variance), center = mean(row, parents);
    const auto [above, up_to] = interval_of(rows_[row], state);
    if (sd == 0) return above < center && center <= up_to ? 0 : -infinity;
    return log_normal_probability({(above - center) / sd, (up_to - center) / sd});
}

StateId ThresholdCpd::sample(std::size_t row, std::span<const double> parents, Rng& rng) const {
    const double value = mean(row, parents) + std::sqrt(rows_[row].variance) * standard_normal(rng);
    const std::vector<double>& cuts = rows_[row].cuts;
    return StateId(static_cast<std::size_t>(std::ranges::lower_bound(cuts, value) - cuts.begin()));
}

std::vector<double> ThresholdCpd::numbers() const {
    std::vector<double> numbers;
    for (const Row& row : rows_) {
        numbers.insert(numbers.end(), row.slopes.begin(), row.slopes.end());
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
    for (std::size_t i = 0; i < discrete.cells(); ++i) {
        std::vector<double> slopes = reader.list(family.continuous_parents.size());
        const double variance = reader.number();
        rows.push_back({std::move(slopes), variance, reader.list(family.states - 1)});
    }
    reader.require_end();
    return ThresholdCpd(family.child, family.states, std::move(discrete), family.continuous_parents,
                        std::move(rows));
}

Interval interval_of(const ThresholdCpd::Row& row, StateId state) {
    const std::size_t k = state.index();
    return {k == 0 ? -infinity : row.cuts[k - 1], k == row.cuts.size() ? infinity : row.cuts[k]};
}

}  // namespace pgm
