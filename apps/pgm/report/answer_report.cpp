#include <apps/pgm/report/answer_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/density_report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::apps {
namespace {

Report explanation_report(const BayesianNetwork& network, const Explanation& best) {
    const ReportRows assignment = assignment_rows(network, states_of(best));
    return {{"assignment", Members{assignment}, Section{"", assignment}},
            {"log_probability", best.log_probability},
            {"log_evidence", best.log_evidence},
            {"probability", std::exp(best.log_posterior),
             Sentence{"  with probability " + probability_text_of_log(best.log_posterior) +
                      " given the evidence"}}};
}

Shown number_cell(const std::string& label, double number) {
    return {label, number_text(number), Align::right};
}

/// The intervals of an answer, from the first of those that follow; none where there are none at
/// all.
Intervals intervals_of(Intervals all, std::size_t first, const Answer& answer) {
    return all.empty() ? all : all.subspan(first, numbers_of(answer).size());
}

/// The interval of a cell of a table; none without intervals.
Report interval_cell(Intervals intervals) {
    if (intervals.empty()) return {};
    return {Shown{"interval", interval_text(intervals.front()), Align::right}};
}

/// Distributions of more states than these have a line for each.
constexpr std::size_t most_columns = 12;

/// The lines of a table for people: what is given in the first columns, then the answer.
class TableLines {
public:
    TableLines(const BayesianNetwork& network, const AnswerTable& table, Intervals intervals)
        : network_(network), table_(table), intervals_(intervals) {}

    void operator()(const ReportRows::Visit& visit) const {
        std::size_t first = 0;
        for (const AnswerRow& row : table_.rows) {
            const Intervals own = intervals_of(intervals_, first, row.answer);
            first += own.size();
            std::visit([&](const auto& result) { visit_lines(row, result, own, visit); },
                       row.answer.result);
        }
    }

private:
    Report given(const AnswerRow& row) const {
        Report line;
        for (std::size_t i = 0; i < row.states.size(); ++i) {
            const Variable& variable = network_.variable(table_.for_each[i].variable);
            line.add(Shown{shown_name(variable.name()), shown_name(variable.state(row.states[i]))});
        }
        return line;
    }

    void visit_lines(const AnswerRow& row, const ImpossibleEvidence&, Intervals,
                     const ReportRows::Visit& visit) const {
        visit(given(row).add(Shown{first_heading(), "impossible"}));
    }

    void visit_lines(const AnswerRow& row, const EventProbability& event, Intervals intervals,
                     const ReportRows::Visit& visit) const {
        const double p = shown_probability(event.value, event.is_possible);
        Report line = given(row).add(Shown{"probability", probability_text(p), Align::right});
        visit(line.append(interval_cell(intervals)));
    }

    void visit_lines(const AnswerRow& row, const NumericValue& number, Intervals intervals,
                     const ReportRows::Visit& visit) const {
        const std::string heading = number.unit.empty() ? "value" : std::string(number.unit);
        visit(given(row).add(number_cell(heading, number.value)).append(interval_cell(intervals)));
    }

    void visit_lines(const AnswerRow& row, const ContinuousPosterior& density, Intervals,
                     const ReportRows::Visit& visit) const {
        visit(given(row)
                  .add(number_cell("mean", density.mean()))
                  .add(number_cell("sd", density.sd()))
                  .add(number_cell("5 %", density.quantile(0.05)))
                  .add(number_cell("50 %", density.median()))
                  .add(number_cell("95 %", density.quantile(0.95))));
    }

    void visit_lines(const AnswerRow& row, const Explanation& best, Intervals,
                     const ReportRows::Visit& visit) const {
        const std::vector<Explanation>& several = row.answer.best;
        for (const Explanation& one : several.empty() ? std::span(&best, 1) : std::span(several)) {
            Report line = given(row);
            for (const auto& [id, state] : states_of(one)) {
                const Variable& variable = network_.variable(id);
                line.add(Shown{shown_name(variable.name()), shown_name(variable.state(state))});
            }
            visit(line.add(
                Shown{"probability", probability_text_of_log(one.log_posterior), Align::right}));
        }
    }

    void visit_lines(const AnswerRow& row, const JointPosterior& joint, Intervals intervals,
                     const ReportRows::Visit& visit) const {
        const Scope& scope = joint.table.scope();
        const auto probability = [&](std::size_t cell) {
            const bool is_too_small = std::ranges::binary_search(joint.too_small, cell);
            return probability_text(shown_probability(joint.table[cell], is_too_small));
        };
        if (scope.size() == 1 && joint.table.size() <= most_columns) {
            Report line = given(row);
            const Variable& target = network_.variable(scope.variables().front());
            for (std::size_t cell = 0; cell < joint.table.size(); ++cell)
                line.add(Shown{shown_name(target.states()[cell]),
                               probability(cell) + interval_text(intervals, cell), Align::right});
            visit(line);
            return;
        }
        for (std::size_t cell = 0; cell < joint.table.size(); ++cell) {
            Report line = given(row);
            const std::vector<StateId> states = scope.states(cell);
            for (std::size_t i = 0; i < states.size(); ++i) {
                const Variable& target = network_.variable(scope.variables()[i]);
                line.add(Shown{shown_name(target.name()), shown_name(target.state(states[i]))});
            }
            line.add(Shown{"probability", probability(cell), Align::right});
            visit(line.append(
                interval_cell(intervals.empty() ? intervals : intervals.subspan(cell, 1))));
        }
    }

    /// A row is no table itself.
    void visit_lines(const AnswerRow&, const AnswerTable&, Intervals,
                     const ReportRows::Visit&) const {}

    /// The heading of a row without an answer, which may be the first: that of the rows with one.
    std::string first_heading() const {
        std::string heading;
        const auto possible = std::ranges::find_if(
            table_.rows, [](const AnswerRow& row) { return !row.answer.impossible(); });
        std::visit(Overloaded{[](const ImpossibleEvidence&) {},
                              [&](const auto& result) {
                                  const ReportRows::Visit note = [&](const Report& line) {
                                      const Fact& fact = line.facts()[table_.for_each.size()];
                                      heading = std::get<Shown>(fact.shown).label;
                                  };
                                  visit_lines(*possible, result, {}, note);
                              }},
                   possible->answer.result);
        return heading;
    }

    const BayesianNetwork& network_;
    const AnswerTable& table_;
    Intervals intervals_;
};

Report table_report(const Solver& solver, const AnswerTable& table, Intervals intervals) {
    const BayesianNetwork& network = solver.network();
    std::vector<std::string> names;
    for (const ForEach& each : table.for_each)
        names.push_back(network.variable(each.variable).name());
    std::vector<Intervals> parts;
    std::size_t first = 0;
    for (const AnswerRow& row : table.rows)
        first += parts.emplace_back(intervals_of(intervals, first, row.answer)).size();
    const auto report_of = [&table, &solver, parts](const AnswerRow& row) {
        Report given;
        for (std::size_t i = 0; i < row.states.size(); ++i) {
            const Variable& variable = solver.network().variable(table.for_each[i].variable);
            given.add(variable.name(), variable.state(row.states[i]));
        }
        const auto* const impossible = std::get_if<ImpossibleEvidence>(&row.answer.result);
        const ConflictReport conflict =
            impossible ? conflict_report(solver, impossible->given) : ConflictReport();
        const Intervals own = parts[static_cast<std::size_t>(&row - table.rows.data())];
        return Report{{"given", given}}.append(answer_report(solver, row.answer, conflict, own));
    };
    return {{"given", names},
            {"table", Value(ReportRows(rows_over(table.rows, report_of)))},
            Section{.title = "", .rows = TableLines(network, table, intervals)}};
}

}  // namespace

Report answer_report(const Solver& solver, const Answer& answer, const ConflictReport& conflict,
                     Intervals intervals) {
    const BayesianNetwork& network = solver.network();
    Report report{{"query", answer.query, Sentence{answer.query}}};
    return std::visit(
        Overloaded{[&](const ImpossibleEvidence&) {
                       return report.append({{"impossible", true},
                                             {"log_evidence", Value()},
                                             {"conflict", conflict.findings,
                                              Sentence{"  undefined: " + conflict.sentence()}}});
                   },
                   [&](const EventProbability& event) {
                       const double p = shown_probability(event.value, event.is_possible);
                       const std::string text = probability_text(p) + interval_text(intervals, 0);
                       return Report{
                           {"query", answer.query, Sentence{equation_text(answer.query, text)}},
                           {"probability", event.value}}
                           .append(interval_facts(intervals, 0));
                   },
                   [&](const NumericValue& number) {
                       return value_report(answer.query, number.value, number.unit,
                                           interval_text(intervals, 0))
                           .append(interval_facts(intervals, 0));
                   },
                   [&](const JointPosterior& joint) {
                       return report.append(joint_report(network, joint, intervals));
                   },
                   [&](const ContinuousPosterior& density) {
                       return report.append(density_report(density)).append(density_lines(density));
                   },
                   [&](const Explanation& best) {
                       return report.append(explanation_report(network, best))
                           .append(best_report(network, answer));
                   },
                   [&](const AnswerTable& table) {
                       return report.append(table_report(solver, table, intervals));
                   }},
        answer.result);
}

}  // namespace pgm::apps
