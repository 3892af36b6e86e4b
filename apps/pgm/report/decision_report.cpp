#include <apps/pgm/report/decision_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/network_facts.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

Report row_report(const BayesianNetwork& network, const DecisionTable& table,
                  const DecisionRow& row) {
    const Variable& decision = network.variable(table.decision);
    Report given, worth;
    for (std::size_t i = 0; i < table.given.size(); ++i) {
        const Variable& known = network.variable(table.given[i]);
        given.add(known.name(), shown_name(known.name()), known.state(row.given[i]));
    }
    for (std::size_t a = 0; a < decision.cardinality(); ++a) {
        const std::optional<double>& value = row.expected_utility[a];
        worth.add(decision.states()[a], Value(value),
                  Shown{shown_name(decision.states()[a]), value ? number_text(*value) : "-",
                        Align::right});
    }
    std::vector<std::string> best;
    std::string shown;
    for (const StateId alternative : row.best) {
        best.push_back(decision.state(alternative));
        shown += (shown.empty() ? "" : " or ") + shown_name(best.back());
    }
    return {{"given", std::move(given)},
            {"expected_utility", std::move(worth)},
            {"best", best, Shown{"best", shown}}};
}

Report strategy_report(const BayesianNetwork& network, const DecisionSolution& solution) {
    Report strategy;
    for (const DecisionTable& table : solution.decisions) {
        const std::string& name = network.variable(table.decision).name();
        const std::string title =
            shown_name(name) + (table.has_influence ? "" : ", which no utility depends on");
        strategy.add(
            name, Section{.title = title,
                          .rows = rows_over(table.rows, [&network, &table](const DecisionRow& row) {
                              return row_report(network, table, row);
                          })});
    }
    return strategy;
}

}  // namespace

Report decision_report(const InfluenceDiagram& diagram, const DecisionSolution& solution,
                       const StrategyValue& value) {
    const BayesianNetwork& network = diagram.network();
    const bool is_global = solution.optimal == DecisionSolution::Optimality::global;
    Report utilities, needs;
    for (std::size_t u = 0; u < diagram.utilities().size(); ++u) {
        const std::string& name = network.variable(diagram.utilities()[u]).name();
        utilities.add(name, "expected " + shown_name(name), value.utilities[u]);
    }
    for (const DecisionTable& table : solution.decisions)
        needs.add(network.variable(table.decision).name(), names_of(network, table.needed));
    Report report{
        {"maximum_expected_utility", "maximum expected utility", solution.maximum_expected_utility},
        {"standard_deviation_of_utility", "standard deviation", value.standard_deviation},
        {"optimal", is_global ? "global" : "local",
         Shown{"optimal", is_global ? "no strategy is better"
                                    : "no strategy that differs in one decision is better"}},
        {"order", names_of(network, diagram.decisions())},
        {"utilities", std::move(utilities)},
        {"strategy", strategy_report(network, solution)},
        {"needs", std::move(needs)}};
    Report probabilities;
    for (std::size_t i = 0; i < value.posterior.size(); ++i) {
        const Variable& variable = network.variable(value.posterior.variables()[i]);
        Report distribution;
        for (std::size_t s = 0; s < variable.cardinality(); ++s)
            distribution.add(variable.states()[s], value.posterior[i][s]);
        probabilities.add(variable.name(), std::move(distribution));
    }
    report.add("probabilities", std::move(probabilities));
    if (value.outcomes.empty()) return report;
    return report.add("distribution",
                      Section{.title = "utility",
                              .rows = rows_over(value.outcomes, [](const UtilityOutcome& outcome) {
                                  return Report{
                                      {"utility", outcome.utility,
                                       Shown{"", number_text(outcome.utility), Align::right}},
                                      {"probability", outcome.probability,
                                       Shown{"", probability_text(outcome.probability)}},
                                      Shown{"", bar_text(outcome.probability)}};
                              })});
}

Report decision_answer_report(const BayesianNetwork& network, const DecisionQuery& query,
                              const DecisionAnswer& answer) {
    if (!answer.maximum_expected_utility)
        return {{"query", query.text, {}}, {"impossible", true, {}}};
    if (!query.decision) return value_report(query.text, *answer.maximum_expected_utility);
    const Variable& decision = network.variable(*query.decision);
    std::vector<std::string> best;
    for (const StateId alternative : answer.best) best.push_back(decision.state(alternative));
    Report report{{"query", query.text, Sentence{query.text}}};
    if (query.asks_for_best) return report.add("best", best, Sentence{"    " + enumerated(best)});
    Report worth;
    for (std::size_t a = 0; a < decision.cardinality(); ++a) {
        const std::optional<double>& value = answer.expected_utility[a];
        worth.add(decision.states()[a], "    " + shown_name(decision.states()[a]), Value(value));
    }
    return report.add("expected_utility", std::move(worth)).add("best", best);
}

Report thresholds_report(const InfluenceDiagram& diagram, const DecisionSolution& solution,
                         const std::vector<DecisionThreshold>& thresholds) {
    const BayesianNetwork& network = diagram.network();
    const auto row = [&network, &solution](const DecisionThreshold& one) {
        const Variable& decision = network.variable(one.decision);
        const auto table =
            std::ranges::find(solution.decisions, one.decision, &DecisionTable::decision);
        const States known = states_of(table->given, one.given);
        const std::string history = assignment_text(network, known);
        return Report{{"decision", decision.name(),
                       Shown{"decision", shown_name(decision.name()) +
                                             (history.empty() ? "" : " | " + history)}},
                      {"given", assignment_object(network, known)},
                      {"best", "best", decision.state(one.best)},
                      {"other", "other", decision.state(one.other)},
                      {"number", "beyond", number_name(network, one.of, one.row, one.state)},
                      {"value", "now", one.value, Align::right},
                      {"threshold", "threshold", one.threshold, Align::right}};
    };
    constexpr std::size_t most_shown = 20;
    return {{"sensitivity", Section{.title = "another alternative is best beyond",
                                    .rows = rows_over(thresholds, row),
                                    .most = most_shown}}};
}

}  // namespace pgm::apps
