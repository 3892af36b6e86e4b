#include <apps/pgm/report/distribution_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/parameter_intervals.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/structure_graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <variant>

namespace pgm::apps {
namespace {

/// How sure the numbers of a row are; empty where that is not asked for, or not known.
using CellIntervals = std::vector<std::optional<CredibleInterval>>;

/// Makes the rows of one distribution, each when it is visited.
class DistributionRows {
public:
    DistributionRows(const BayesianNetwork& network, ShownPart most)
        : network_(network), most_(most) {}

    Report of(const TableCpd& table) const {
        return rows(table.row_count(), [self = *this, &table](std::size_t r) {
            Report row = self.given(table.parents(), r);
            return row
                .append(
                    self.probabilities(table.child(), table.row(r), self.intervals_of(table, r)))
                .append(self.weight(table.child(), r, table.row_count()));
        });
    }

    Report of(const LinearGaussianCpd& gaussian) const {
        Report report;
        report.add("tied", gaussian.tying() == LinearGaussianCpd::Tying::slopes_and_variance);
        return report.append(rows(gaussian.row_count(), [self = *this, &gaussian](std::size_t r) {
            const LinearGaussianCpd::Row& numbers = gaussian.row(r);
            Report row = self.given(gaussian.discrete_scope().variables(), r);
            const CellIntervals intervals = self.intervals_of(gaussian, r);
            row.add("intercept", numbers.intercept,
                    Shown{"intercept", self.cell(gaussian.child(), numbers.intercept, intervals, 0),
                          Align::right});
            row.add("slopes", numbers.slopes);
            for (std::size_t i = 0; i < std::min(numbers.slopes.size(), self.most_.columns); ++i)
                row.add(Shown{"slope of " + self.name(gaussian.continuous_parents()[i]),
                              self.cell(gaussian.child(), numbers.slopes[i], intervals, i + 1),
                              Align::right});
            return row.append(intervals_fact(intervals))
                .add("variance", numbers.variance,
                     Shown{"sd", self.short_text(gaussian.child(), std::sqrt(numbers.variance)),
                           Align::right})
                .append(self.weight(gaussian.child(), r, gaussian.row_count()));
        }));
    }

    Report of(const ThresholdCpd& threshold) const {
        const std::vector<std::string>& states = network_.variable(threshold.child()).states();
        return rows(threshold.row_count(), [self = *this, &threshold, &states](std::size_t r) {
            const ThresholdCpd::Row& numbers = threshold.row(r);
            const Noise noise = noise_of(numbers);
            Report row = self.given(threshold.discrete_scope().variables(), r);
            row.add("slopes", numbers.slopes).add("cuts", numbers.cuts);
            for (std::size_t i = 0; i < std::min(numbers.slopes.size(), self.most_.columns); ++i)
                row.add(Shown{"slope of " + self.name(threshold.continuous_parents()[i]),
                              number_text(numbers.slopes[i]), Align::right});
            for (std::size_t k = 0; k < std::min(numbers.cuts.size(), self.most_.columns); ++k)
                row.add(Shown{"cut below " + shown_name(states[k + 1]),
                              number_text(numbers.cuts[k]), Align::right});
            const bool is_logistic = noise.kind == Noise::Kind::logistic;
            return row.add("noise", is_logistic ? "logistic" : "normal")
                .add("scale", noise.scale,
                     Shown{is_logistic ? "logistic" : "sd", number_text(noise.scale), Align::right})
                .append(self.weight(threshold.child(), r, threshold.row_count()))
                .append(self.deviations(threshold, r));
        });
    }

    Report of(const KernelDensityCpd& density) const {
        const bool is_gaussian = density.kernel() == KernelDensityCpd::Kernel::gaussian;
        Report report;
        report.add("kernel", is_gaussian ? "gaussian" : "tophat");
        return report.append(rows(density.row_count(), [self = *this, &density](std::size_t r) {
            const KernelDensityCpd::Row& numbers = density.row(r);
            const auto [least, greatest] = std::ranges::minmax(numbers.points);
            Report row = self.given(density.parents(), r);
            row.add("bandwidth", numbers.bandwidth,
                    Shown{"bandwidth", number_text(numbers.bandwidth), Align::right});
            row.add("points", numbers.points,
                    Shown{"points", std::to_string(numbers.points.size()), Align::right});
            if (!numbers.weights.empty()) row.add("weights", numbers.weights);
            return row.add(Shown{"from", number_text(least), Align::right})
                .add(Shown{"to", number_text(greatest), Align::right});
        }));
    }

    Report of(const NoisyMaxCpd& noisy_max) const {
        std::vector<std::pair<std::size_t, std::size_t>> links;  // parent, state
        for (std::size_t i = 0; i < noisy_max.parents().size(); ++i)
            for (std::size_t s = 0; s < noisy_max.cardinalities()[i]; ++s) links.emplace_back(i, s);
        return rows(links.size() + 1, [self = *this, &noisy_max, links](std::size_t r) {
            const bool is_leak = r == links.size();
            Report row;
            std::string cause = "leak", state;
            if (!is_leak) {
                const VariableId parent = noisy_max.parents()[links[r].first];
                cause = self.name(parent);
                state = self.network_.variable(parent).states()[links[r].second];
                row.add("parent", self.network_.variable(parent).name()).add("state", state);
            }
            row.add(Shown{"cause", cause}).add(Shown{"state", shown_name(state)});
            const std::span<const double> numbers =
                is_leak ? noisy_max.leak()
                        : noisy_max.link(links[r].first, StateId(links[r].second));
            return row.append(
                self.probabilities(noisy_max.child(), noisy_max.in_order_of_states(numbers), {}));
        });
    }

    /// A function has no numbers: what the file says of its densities, a row for each.
    Report of(const FunctionCpd& function) const {
        constexpr std::string_view prefix = "density = ";
        std::vector<std::string> densities;
        for (const std::string& line : network_.variable(function.child()).annotations())
            if (line.starts_with(prefix)) densities.push_back(line.substr(prefix.size()));
        densities.resize(function.row_count(), "a function of the program");
        return rows(densities.size(), [self = *this, &function, densities](std::size_t r) {
            Report row = self.given(function.discrete_scope().variables(), r);
            return row.add("density", "density", densities[r]);
        });
    }

    /// A kind that has no form of its own here.
    template <class Kind>
    Report of(const Kind&) const {
        return {};
    }

private:
    std::string name(VariableId id) const { return shown_name(network_.variable(id).name()); }

    template <class Make>
    static Report rows(std::size_t count, Make make) {
        return {{"rows", ReportRows([count, make](const ReportRows::Visit& visit) {
                     for (std::size_t r = 0; r < count; ++r) visit(make(r));
                 })}};
    }

    /// The states that a row is for.
    Report given(std::span<const VariableId> parents, std::size_t number) const {
        std::vector<std::string> states(parents.size());
        for (std::size_t i = parents.size(); i-- > 0;) {
            const Variable& parent = network_.variable(parents[i]);
            states[i] = parent.states()[number % parent.cardinality()];
            number /= parent.cardinality();
        }
        Report row;
        if (!parents.empty()) row.add("given", states);
        for (std::size_t i = 0; i < std::min(parents.size(), most_.columns); ++i)
            row.add(Shown{name(parents[i]), shown_name(states[i])});
        if (parents.size() > most_.columns) row.add(Shown{"...", "..."});
        return row;
    }

    Report probabilities(VariableId child, std::span<const double> numbers,
                         const CellIntervals& intervals) const {
        const std::vector<std::string>& states = network_.variable(child).states();
        Report row;
        row.add("p", std::vector<double>(numbers.begin(), numbers.end()));
        for (std::size_t s = 0; s < std::min(states.size(), most_.columns); ++s)
            row.add(
                Shown{shown_name(states[s]), cell(child, numbers[s], intervals, s), Align::right});
        if (states.size() > most_.columns)
            row.add(Shown{"and " + std::to_string(states.size() - most_.columns) + " more", "..."});
        return row.append(intervals_fact(intervals));
    }

    /// None unless they are asked for and known.
    CellIntervals intervals_of(const TableCpd& table, std::size_t r) const {
        const std::span<const double> weights = network_.row_weights(table.child());
        CellIntervals intervals;
        if (!most_.interval || weights.empty()) return intervals;
        // As draws have it: a row that was never seen counts as if each state had been seen once.
        const double weight = weights[r] > 0 ? weights[r] : static_cast<double>(table.row_length());
        for (const double p : table.row(r))
            intervals.push_back(interval_of_probability(p, weight, *most_.interval));
        return intervals;
    }
    CellIntervals intervals_of(const LinearGaussianCpd& gaussian, std::size_t r) const {
        const std::span<const double> weights = network_.row_weights(gaussian.child());
        if (!most_.interval || weights.empty()) return {};
        const std::size_t size = weights.size() / gaussian.row_count();
        return intervals_of_regression(gaussian.row(r), weights.subspan(r * size, size),
                                       *most_.interval);
    }

    /// A number of a row, "0.32 (0.24 to 0.41)".
    std::string cell(VariableId child, double number, const CellIntervals& intervals,
                     std::size_t i) const {
        const std::string text = short_text(child, number);
        if (i >= intervals.size() || !intervals[i]) return text;
        return text + " (" + short_text(child, intervals[i]->low) + " to " +
               short_text(child, intervals[i]->high) + ")";
    }
    /// With three decimals of probabilities beside intervals, and four digits of other numbers.
    std::string short_text(VariableId child, double number) const {
        if (!most_.interval) return number_text(number);
        return network_.variable(child).is_discrete() ? fmt::format("{:.3f}", number)
                                                      : to_text(number, 4);
    }

    /// "intervals" of the numbers of a row, null where there is none.
    static Report intervals_fact(const CellIntervals& intervals) {
        if (intervals.empty()) return {};
        std::vector<Value> ends;
        for (const auto& interval : intervals)
            ends.push_back(interval ? Value(std::vector{interval->low, interval->high}) : Value());
        return {{"intervals", ends}};
    }

    /// "weight" of one of so many rows, null where it is not known.
    Report weight(VariableId child, std::size_t row, std::size_t rows) const {
        if (!most_.counts) return {};
        const std::span<const double> weights = network_.row_weights(child);
        if (weights.empty()) return {{"weight", Value(), Shown{"rows", "-", Align::right}}};
        const double weight = weights[row * (weights.size() / rows)];
        return {{"weight", weight, Shown{"rows", number_text(weight), Align::right}}};
    }

    /// "slope_sds" of a regression, how sure its slopes are, from the root of the information about
    /// its cuts and then its slopes: the roots of the diagonal of the inverse.
    Report deviations(const ThresholdCpd& threshold, std::size_t number) const {
        const std::span<const double> weights = network_.row_weights(threshold.child());
        if (!most_.counts || weights.empty()) return {};
        const std::size_t length = weights.size() / threshold.row_count();
        const std::span<const double> root = weights.subspan(number * length + 1, length - 1);
        const std::size_t cuts = threshold.states() - 1,
                          size = cuts + threshold.continuous_parents().size();
        std::vector<double> sds;
        Report report;
        for (std::size_t j = cuts; j < size; ++j) {
            std::vector<double> solved(size, 0.0);
            double squares = 0;
            for (std::size_t i = j; i < size; ++i) {
                double rest = i == j ? 1 : 0;
                for (std::size_t k = j; k < i; ++k) rest -= root[i * (i + 1) / 2 + k] * solved[k];
                const double pivot = root[i * (i + 1) / 2 + i];
                if (pivot > 0) solved[i] = rest / pivot;
                squares += solved[i] * solved[i];
            }
            sds.push_back(std::sqrt(squares));
            if (j - cuts < most_.columns)
                report.add(Shown{"its sd for " + name(threshold.continuous_parents()[j - cuts]),
                                 number_text(sds.back()), Align::right});
        }
        return report.add("slope_sds", sds);
    }

    const BayesianNetwork& network_;
    ShownPart most_;
};

/// The kind of a distribution; decisions and utilities have none.
std::string_view kind_shown(const BayesianNetwork& network, VariableId id) {
    const Variable::Kind kind = network.variable(id).kind();
    if (kind == Variable::Kind::decision) return "decision";
    return kind == Variable::Kind::utility ? "utility" : kind_of(network.cpd(id));
}

/// "P(hours | Rain, x): linear Gaussian"
std::string title_of(const BayesianNetwork& network, VariableId id, std::size_t most_parents) {
    const std::span<const VariableId> parents = parents_of(network.cpd(id));
    const bool has_distribution = network.variable(id).kind() == Variable::Kind::chance;
    std::string title = has_distribution ? "P(" : "";
    title += shown_name(network.variable(id).name());
    for (std::size_t i = 0; i < std::min(parents.size(), most_parents); ++i)
        title.append(i == 0 ? " | " : ", ").append(shown_name(network.variable(parents[i]).name()));
    if (parents.size() > most_parents) title += ", ...";
    if (has_distribution) title += ")";
    if (as_table(network.cpd(id)) == nullptr) title.append(": ").append(kind_shown(network, id));
    const std::vector<std::string>& lines = network.variable(id).annotations();
    return title +
           (std::ranges::find(lines, to_be_filled_in) == lines.end() ? "" : ", to be filled in");
}

}  // namespace

Report distribution_report(const BayesianNetwork& network, VariableId id, ShownPart most) {
    const Variable& variable = network.variable(id);
    std::vector<std::string> parents;
    for (const VariableId parent : parents_of(network.cpd(id)))
        parents.push_back(network.variable(parent).name());
    Report report{
        {"variable", variable.name()}, {"kind", kind_shown(network, id)}, {"parents", parents}};
    if (variable.is_discrete()) report.add("states", variable.states());
    if (!variable.annotations().empty()) report.add("annotations", variable.annotations());
    if (variable.kind() == Variable::Kind::decision)
        return report.add(Sentence{title_of(network, id, most.columns)});
    Report numbers = std::visit(
        [&](const auto& cpd) { return DistributionRows(network, most).of(cpd); }, network.cpd(id));
    for (Fact& fact : numbers.facts()) {
        if (!fact.datum || fact.datum->key != "rows") continue;
        fact.shown = Section{.title = title_of(network, id, most.columns),
                             .rows = std::get<ReportRows>(fact.datum->value.content()),
                             .most = most.rows};
    }
    return report.append(std::move(numbers));
}

}  // namespace pgm::apps
