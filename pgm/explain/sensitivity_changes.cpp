#include <pgm/explain/detail/event_derivatives.hpp>
#include <pgm/explain/sensitivity.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace pgm {
namespace {

using detail::AnswerDerivatives;
using detail::AnswerForm;

double logit(double probability) {
    return std::log(probability) - std::log1p(-probability);
}

void sort_by_distance(auto& changes) {
    std::ranges::stable_sort(changes, {}, &std::ranges::range_value_t<decltype(changes)>::distance);
}

/// The numbers next to a value on either side of it.
std::vector<double> next_to(double value, const std::vector<double>& ascending) {
    const auto above = std::ranges::upper_bound(ascending, value);
    const auto not_below = std::ranges::lower_bound(ascending, value);
    std::vector<double> found;
    if (not_below != ascending.begin()) found.push_back(*std::prev(not_below));
    if (above != ascending.end()) found.push_back(*above);
    return found;
}

/// The first change of each entry in either direction.
std::vector<SingleChange> first_changes(std::vector<SingleChange> changes,
                                        std::span<const ParameterSensitivity> parameters) {
    const auto from = [&](const SingleChange& change) {
        return parameters[change.parameter].value;
    };
    std::ranges::stable_sort(changes, {}, [&](const SingleChange& change) {
        return std::abs(change.to - from(change));
    });
    std::set<std::pair<std::size_t, bool>> seen;
    std::erase_if(changes, [&](const SingleChange& change) {
        return !seen.emplace(change.parameter, change.to > from(change)).second;
    });
    return changes;
}

/// The derivatives by the cells of a table; where P does not depend on it, any that add up to P.
std::vector<double> linear_cells(const detail::CellDerivatives& derivatives,
                                 const TableCpd& table) {
    const std::vector<double>& cells = derivatives.by_cell[table.child().index()];
    const double each = derivatives.probability / static_cast<double>(table.row_count());
    return cells.empty() ? std::vector<double>(table.numbers().size(), each) : cells;
}

/// The gain of each cell of a table: the requirement holds where the sum of cells times gains is
/// not negative. The probabilities share what is given.
std::vector<double> gains(const AnswerDerivatives& derivatives,
                          const AnswerRequirement& requirement, const TableCpd& table) {
    const auto& sides = derivatives.sides;
    std::vector<double> gains = linear_cells(sides[0].event, table);
    const auto subtract = [&](double factor, const detail::CellDerivatives& side) {
        const std::vector<double> cells = linear_cells(side, table);
        for (std::size_t i = 0; i < gains.size(); ++i) gains[i] -= factor * cells[i];
    };
    const bool is_ratio = derivatives.form == AnswerForm::ratio;
    if (!is_ratio) subtract(requirement.bound, sides[0].given);
    if (derivatives.form != AnswerForm::probability)
        subtract(is_ratio ? requirement.bound : 1, sides[1].event);
    if (!requirement.at_least)
        for (double& gain : gains) gain = -gain;
    return gains;
}

/// The table that gains most within a distance D of another: each cell is multiplied by a number in
/// [m, m e^D], m the same for all of them. Zeros stay.
class BestTable {
public:
    BestTable(const TableCpd& table, std::span<const double> gains)
        : table_(table), gains_(gains), order_(gains.size()) {
        const std::size_t length = table.row_length();
        for (std::size_t r = 0; r < table.row_count(); ++r) {
            const auto row = std::span(order_).subspan(r * length, length);
            std::iota(row.begin(), row.end(), r * length);
            std::ranges::stable_sort(row, std::ranges::greater(),
                                     [&](std::size_t cell) { return gains_[cell]; });
        }
    }

    /// The smallest distance at which nothing is lost; null where there is none.
    std::optional<double> least_distance() const {
        constexpr double most = 512;
        double low = 0, high = 1;
        while (gain(high, best_factor(high)) < 0) {
            if (high >= most) return std::nullopt;
            high *= 2;
        }
        for (double middle = high / 2; low < middle && middle < high;
             middle = low + (high - low) / 2)
            (gain(middle, best_factor(middle)) < 0 ? low : high) = middle;
        return high;
    }

    std::vector<double> at(double distance) const {
        std::vector<double> cells(gains_.size());
        fill(distance, best_factor(distance),
             [&](std::size_t cell, double value) { cells[cell] = value; });
        return cells;
    }

private:
    double gain(double distance, double factor) const {
        double sum = 0;
        fill(distance, factor,
             [&](std::size_t cell, double value) { sum += gains_[cell] * value; });
        return sum;
    }

    /// All cells of a row begin with the smallest factor m; the rest of its sum goes to those of
    /// the greatest gains, up to the largest factor.
    void fill(double distance, double factor, auto&& take) const {
        const double more = factor * std::expm1(distance);
        const std::size_t length = table_.row_length();
        for (std::size_t first = 0; first < order_.size(); first += length) {
            double left = 1 - factor;
            for (std::size_t i = first; i < first + length; ++i) {
                const double before = table_.numbers()[order_[i]];
                const double added = std::min(left, before * more);
                left -= added;
                take(order_[i], before * factor + added);
            }
        }
    }

    /// The best m, by golden sections: the gain is concave in it, as that of a linear programme.
    double best_factor(double distance) const {
        constexpr double golden = 0.6180339887498949;
        double low = std::exp(-distance), high = 1;
        double left = high - golden * (high - low), right = low + golden * (high - low);
        double at_left = gain(distance, left), at_right = gain(distance, right);
        for (int step = 0; step < 70; ++step) {
            const bool is_right = at_left < at_right;
            (is_right ? low : high) = is_right ? left : right;
            (is_right ? left : right) = is_right ? right : left;
            (is_right ? at_left : at_right) = is_right ? at_right : at_left;
            double& next = is_right ? right : left;
            next = is_right ? low + golden * (high - low) : high - golden * (high - low);
            (is_right ? at_right : at_left) = gain(distance, next);
        }
        return low + (high - low) / 2;
    }

    const TableCpd& table_;
    std::span<const double> gains_;
    std::vector<std::size_t> order_;  ///< of the cells of each row, the greatest gain first
};

/// P(state, given) of each state where an entry has another value.
std::vector<double> values_at(std::span<const detail::CellDerivatives> states,
                              const BayesianNetwork& network, const ParameterSensitivity& one,
                              double to) {
    const TableCpd& table = table_of(network.cpd(one.variable));
    std::vector<double> values;
    for (const detail::CellDerivatives& state : states) {
        const auto [at_0, at_1] =
            state.ends(table, one.row, one.state, state.rests(table)[one.row]);
        values.push_back(at_0 * (1 - to) + at_1 * to);
    }
    return values;
}

}  // namespace

std::vector<SingleChange> SensitivityAnalysis::single_changes(
    const AnswerRequirement& requirement) const {
    std::vector<SingleChange> changes;
    if (requirement.holds(answer_)) return changes;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const ParameterSensitivity& one = parameters_[i];
        if (!one.function) continue;
        for (const double to : next_to(one.value, one.function->where(requirement.bound)))
            changes.push_back({i, to, std::abs(logit(to) - logit(one.value))});
    }
    sort_by_distance(changes);
    return changes;
}

std::optional<std::vector<TableChange>> SensitivityAnalysis::table_changes(
    const AnswerRequirement& requirement) const {
    if (!derivatives_->shares_given) return std::nullopt;
    std::vector<TableChange> changes;
    if (requirement.holds(answer_)) return changes;
    for (const Cpd& cpd : derivatives_->network.cpds()) {
        const TableCpd* const table = as_table(cpd);
        if (!table || !derivatives_->depends_on(table->child())) continue;
        const std::vector<double> gained = gains(*derivatives_, requirement, *table);
        const BestTable best(*table, gained);
        if (const std::optional<double> distance = best.least_distance())
            changes.push_back({table->child(), best.at(*distance), *distance});
    }
    sort_by_distance(changes);
    return changes;
}

std::optional<double> SensitivityAnalysis::least_distance(
    const AnswerRequirement& requirement) const {
    if (derivatives_->form != AnswerForm::probability) return std::nullopt;
    return requirement.holds(answer_) ? 0 : std::abs(logit(requirement.bound) - logit(answer_));
}

std::vector<SingleChange> SensitivityAnalysis::most_probable_changes() const {
    std::vector<SingleChange> changes;
    if (!queried()) return changes;
    const detail::EventDerivatives& event = derivatives_->events.front();
    const BayesianNetwork& network = derivatives_->network;
    std::vector<detail::CellDerivatives> states;
    for (std::size_t s = 0; s < network.cardinality(*queried()); ++s) {
        const StateId state(s);
        states.push_back(event.of_states({&state, 1}));
    }
    const auto best = std::ranges::max_element(states, {}, &detail::CellDerivatives::probability);
    const detail::CellDerivatives& given = derivatives_->sides.front().given;
    for (auto other = states.begin(); other != states.end(); ++other) {
        if (other == best) continue;
        const SensitivityAnalysis lead(AnswerDerivatives{
            network, AnswerForm::difference, true, {{*best, given}, {*other, given}}});
        for (SingleChange change : lead.single_changes({.at_least = false, .bound = 0})) {
            if (change.to == 0 || change.to == 1) continue;  // both are as probable, and no more
            const ParameterSensitivity& one = parameters_[change.parameter];
            const std::vector<double> there = values_at(states, network, one, change.to);
            constexpr double rounding = 1e-9;
            if (there[static_cast<std::size_t>(other - states.begin())] <
                (1 - rounding) * std::ranges::max(there))
                continue;  // a third state is more probable there
            change.most_probable = StateId(static_cast<std::size_t>(other - states.begin()));
            changes.push_back(change);
        }
    }
    changes = first_changes(std::move(changes), parameters_);
    sort_by_distance(changes);
    return changes;
}

}  // namespace pgm
