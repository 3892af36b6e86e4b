#include <pgm/decide/decision_sensitivity.hpp>

#include <pgm/core/error.hpp>
#include <pgm/decide/detail/policy_search.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {
namespace {

using detail::ExpectedUtilities;
using detail::PolicySearch;

/// A number of the diagram, with two values of it at which the diagram is evaluated.
struct ChangedNumber {
    VariableId of;
    std::size_t row = 0;
    std::optional<StateId> state{};
    double value = 0, low = 0, high = 1;

    bool is_in_range(double threshold) const {
        return !state || (threshold >= 0 && threshold <= 1);
    }
};

std::vector<ChangedNumber> numbers_of(const InfluenceDiagram& diagram) {
    const BayesianNetwork& network = diagram.network();
    std::vector<ChangedNumber> numbers;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        const Variable::Kind kind = network.variable(variable).kind();
        if (const auto* const utility = std::get_if<LinearGaussianCpd>(&network.cpd(variable));
            utility != nullptr && kind == Variable::Kind::utility) {
            for (std::size_t row = 0; row < utility->row_count(); ++row) {
                const double value = utility->row(row).intercept;
                const double step = std::max(1.0, std::abs(value));
                numbers.push_back({variable, row, std::nullopt, value, value - step, value + step});
            }
        }
        const TableCpd* const table = as_table(network.cpd(variable));
        if (table == nullptr || kind != Variable::Kind::chance || table->row_length() < 2) continue;
        for (std::size_t row = 0; row < table->row_count(); ++row)
            for (std::size_t s = 0; s < table->row_length(); ++s)
                numbers.push_back({variable, row, StateId(s), table->row(row)[s]});
    }
    return numbers;
}

/// The diagram with another value of a number.
InfluenceDiagram with_value(const InfluenceDiagram& diagram, const ChangedNumber& number,
                            double value) {
    NetworkBuilder builder(diagram.network());
    if (!number.state) {
        const auto& cpd = std::get<LinearGaussianCpd>(diagram.network().cpd(number.of));
        std::vector<LinearGaussianCpd::Row> rows;
        for (std::size_t row = 0; row < cpd.row_count(); ++row) rows.push_back(cpd.row(row));
        rows[number.row].intercept = value;
        const std::span<const VariableId> others = cpd.continuous_parents();
        builder.set_cpd(LinearGaussianCpd(number.of, cpd.discrete_scope(),
                                          {others.begin(), others.end()}, std::move(rows)));
    } else {
        TableCpd table = *as_table(diagram.network().cpd(number.of));
        const std::span<double> row =
            table.distributions().subspan(number.row * table.row_length(), table.row_length());
        const double rest = 1 - number.value;
        for (std::size_t s = 0; s < row.size(); ++s) {
            if (s == number.state->index())
                row[s] = value;
            else
                row[s] = rest > 0 ? row[s] * ((1 - value) / rest)
                                  : (1 - value) / static_cast<double>(row.size() - 1);
        }
        builder.set_cpd(std::move(table));
    }
    return InfluenceDiagram(std::move(builder).build(), diagram.memory());
}

/// For each decision, the sums of P times utility in each history and alternative.
class Evaluation {
public:
    Evaluation(const InfluenceDiagram& diagram, const DecisionSolution& solution,
               const Evidence& evidence, const DecisionOptions& options) {
        DecisionOptions settled = options;
        settled.given = solution.strategy;
        PolicySearch search(diagram, detail::known_by_decision(diagram), evidence, settled);
        search.optimise();
        for (const DecisionTable& table : solution.decisions) {
            std::vector<VariableId> targets = table.given;
            targets.push_back(table.decision);
            worth_.push_back(search.expected(targets));
        }
    }

    /// The sum of an alternative in a history; 0 where that is impossible.
    double sum(std::size_t decision, std::span<const StateId> given, StateId alternative) const {
        const ExpectedUtilities& worth = worth_[decision];
        if (worth.values.empty()) return 0;
        std::vector<StateId> states(given.begin(), given.end());
        states.push_back(alternative);
        const std::size_t cell = worth.scope.cell(states);
        return worth.values[cell] ? *worth.values[cell] * worth.probabilities[cell] : 0;
    }

private:
    std::vector<ExpectedUtilities> worth_;
};

/// The place at which a line through two points is zero; null where it is nowhere or everywhere.
std::optional<double> zero_between(const ChangedNumber& number, double at_low, double at_high) {
    const double slope = (at_high - at_low) / (number.high - number.low);
    if (std::abs(slope) <= 1e-12 * (std::abs(at_high) + std::abs(at_low)) || slope == 0)
        return std::nullopt;
    const double zero = number.low - at_low / slope;
    return std::isfinite(zero) && number.is_in_range(zero) ? std::optional(zero) : std::nullopt;
}

double distance(const DecisionThreshold& one) {
    const double change = std::abs(one.threshold - one.value);
    return one.state ? change : change / std::max(1.0, std::abs(one.value));
}

}  // namespace

std::vector<DecisionThreshold> decision_thresholds(const InfluenceDiagram& diagram,
                                                   const DecisionSolution& solution,
                                                   const Evidence& evidence,
                                                   const DecisionOptions& options,
                                                   std::size_t most_evaluations) {
    if (options.risk_tolerance)
        throw ArgumentError("thresholds are those of expected utilities",
                            "ask without a risk tolerance");
    const std::vector<ChangedNumber> numbers = numbers_of(diagram);
    if (numbers.size() > most_evaluations / 2)
        throw TooLargeError("the diagram has " + std::to_string(numbers.size()) +
                            " numbers, each of which takes two evaluations");
    std::vector<DecisionThreshold> thresholds;
    for (const ChangedNumber& number : numbers) {
        const Evaluation low(with_value(diagram, number, number.low), solution, evidence, options),
            high(with_value(diagram, number, number.high), solution, evidence, options);
        for (std::size_t d = 0; d < solution.decisions.size(); ++d) {
            const DecisionTable& table = solution.decisions[d];
            for (const DecisionRow& row : table.rows) {
                if (row.best.size() != 1) continue;
                for (std::size_t a = 0; a < row.expected_utility.size(); ++a) {
                    const StateId best = row.best.front(), other(a);
                    if (other == best || !row.expected_utility[a]) continue;
                    const auto lead = [&](const Evaluation& at) {
                        return at.sum(d, row.given, best) - at.sum(d, row.given, other);
                    };
                    const auto zero = zero_between(number, lead(low), lead(high));
                    if (zero)
                        thresholds.push_back({table.decision, row.given, best, other, number.of,
                                              number.row, number.state, number.value, *zero});
                }
            }
        }
    }
    std::ranges::stable_sort(thresholds, {}, distance);
    return thresholds;
}

}  // namespace pgm
