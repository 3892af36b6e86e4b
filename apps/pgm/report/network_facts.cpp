#include <apps/pgm/report/network_facts.hpp>

#include <apps/pgm/render/wording.hpp>
#include <pgm/inference/k_best.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace pgm::apps {
namespace {

/// A row with its interval.
Report with_interval(Report row, Intervals intervals, std::size_t cell) {
    row.append(interval_facts(intervals, cell));
    return row.add(Shown{"", interval_text(intervals[cell])});
}

/// The rows of a joint distribution, the last axis going fastest. There may be a million of them,
/// hence only what changes from one to the next is made again.
class JointRow {
public:
    JointRow(const BayesianNetwork& network, const std::vector<VariableId>& variables)
        : at_(variables.size(), 0) {
        Report assignment;
        for (const VariableId variable : variables) {
            std::vector<Fact>& states = states_.emplace_back();
            const std::string& name = network.variable(variable).name();
            for (const std::string& state : network.variable(variable).states())
                states.emplace_back(name, shown_name(name), state);
            assignment.add(states.front());
        }
        row_.add("assignment", std::move(assignment)).add("probability", 0.0).add(Shown{});
    }

    const Report& next(double probability, bool is_too_small) {
        const double shown = shown_probability(probability, is_too_small);
        if (!std::exchange(is_first_, false)) advance();
        row_.facts()[1] = {"probability", probability, Shown{"", probability_text(shown)}};
        row_.facts()[2] = Shown{"", bar_text(shown)};
        return row_;
    }

private:
    void advance() {
        auto& facts = std::get<Report>(row_.facts().front().datum->value.content()).facts();
        const std::size_t moved = next_cell(at_, std::views::transform(states_, std::ranges::size));
        for (std::size_t i = at_.size() - moved; i < at_.size(); ++i) facts[i] = states_[i][at_[i]];
    }

    std::vector<std::vector<Fact>> states_;  ///< by axis and state
    std::vector<std::size_t> at_;
    bool is_first_ = true;
    Report row_;
};

}  // namespace

std::vector<std::string> names_of(const BayesianNetwork& network,
                                  std::span<const VariableId> variables) {
    std::vector<std::string> names;
    for (const VariableId variable : variables) names.push_back(network.variable(variable).name());
    return names;
}

States states_of(std::span<const VariableId> variables, std::span<const StateId> states) {
    States pairs;
    for (std::size_t i = 0; i < states.size(); ++i) pairs.emplace_back(variables[i], states[i]);
    return pairs;
}

States states_of(const Explanation& explanation) {
    return states_of(explanation.variables, explanation.states);
}

std::string assignment_text(const BayesianNetwork& network, const States& states) {
    return join(states, [&](const auto& one) {
        const Variable& variable = network.variable(one.first);
        return shown_name(variable.name()) + "=" + shown_name(variable.state(one.second));
    });
}

Report assignment_object(const BayesianNetwork& network, const States& states) {
    Report object;
    for (const auto& [id, state] : states)
        object.add(network.variable(id).name(), network.variable(id).state(state));
    return object;
}

States states_of_row(const BayesianNetwork& network, VariableId variable, std::size_t row) {
    std::vector<VariableId> parents;
    std::vector<std::size_t> sizes;
    for (const VariableId parent : parents_of(network.cpd(variable))) {
        if (!network.variable(parent).is_discrete()) continue;
        parents.push_back(parent);
        sizes.push_back(network.cardinality(parent));
    }
    return states_of(parents, Scope(parents, sizes).states(row));
}

std::string number_name(const BayesianNetwork& network, VariableId of, std::size_t row,
                        std::optional<StateId> state) {
    const Variable& variable = network.variable(of);
    const std::string given = assignment_text(network, states_of_row(network, of, row));
    if (!state) return shown_name(variable.name()) + (given.empty() ? "" : "(" + given + ")");
    return "P(" + shown_name(variable.name()) + "=" + shown_name(variable.state(*state)) +
           (given.empty() ? "" : " | " + given) + ")";
}

ReportRows assignment_rows(const BayesianNetwork& network, States states) {
    return [&network, states = std::move(states)](const ReportRows::Visit& visit) {
        for (const auto& [id, state] : states) {
            const Variable& variable = network.variable(id);
            visit({Shown{"", shown_name(variable.name())},
                   {variable.name(), "", variable.state(state)}});
        }
    };
}

namespace {

/// True if some of the best assignments give a variable another state.
bool differ(const std::vector<Explanation>& best, std::size_t variable) {
    return std::ranges::any_of(best, [&](const Explanation& one) {
        return one.states[variable] != best.front().states[variable];
    });
}

}  // namespace

Report best_report(const BayesianNetwork& network, const Answer& answer,
                   const std::map<VariableId, StateId>& known) {
    const std::vector<Explanation>& best = answer.best;
    if (best.empty()) return {};
    std::vector<Report> rows;
    for (std::size_t i = 0; i < best.size(); ++i) {
        Report assignment;
        const auto add = [&](VariableId id, StateId state, bool is_shown) {
            const Variable& variable = network.variable(id);
            const std::string& name = variable.name();
            is_shown ? assignment.add(name, shown_name(name), variable.state(state))
                     : assignment.add(name, variable.state(state));
        };
        for (const auto& [id, state] : known) add(id, state, false);
        for (std::size_t v = 0; v < best[i].states.size(); ++v)
            if (!known.contains(best[i].variables[v]))
                add(best[i].variables[v], best[i].states[v], differ(best, v));
        Report& row = rows.emplace_back();
        row.add("assignment", std::move(assignment));
        row.add("probability", std::exp(best[i].log_posterior),
                Shown{"probability", probability_text_of_log(best[i].log_posterior), Align::right});
        if (i > 0 && are_tied(best[i - 1], best[i])) row.add("tied", true, Shown{"", "tied"});
    }
    const std::string count = std::to_string(best.size());
    const std::string title = best.size() < answer.asked_for
                                  ? "all that are possible, " + count + ":"
                                  : "the " + count + " most probable:";
    return {{"best", Section{title, std::move(rows)}}};
}

std::string interval_text(const std::optional<CredibleInterval>& interval) {
    return interval ? number_text(interval->low) + " to " + number_text(interval->high) : "-";
}

std::string interval_text(Intervals intervals, std::size_t number) {
    if (intervals.empty()) return {};
    return intervals[number] ? " (" + interval_text(intervals[number]) + ")" : " (no interval)";
}

Report interval_facts(Intervals intervals, std::size_t number) {
    if (intervals.empty()) return {};
    const std::optional<CredibleInterval>& interval = intervals[number];
    if (!interval) return {{"sd", Value()}, {"interval", Value()}};
    return {{"sd", interval->sd}, {"interval", std::vector{interval->low, interval->high}}};
}

namespace {

/// "intervals" of marginals.
Report intervals_of(const BayesianNetwork& network, const Posterior& posterior,
                    Intervals intervals) {
    if (intervals.empty()) return {};
    return {
        {"intervals", Members{[&network, &posterior, intervals](const ReportRows::Visit& visit) {
             std::size_t number = 0;
             for (std::size_t i = 0; i < posterior.size(); ++i) {
                 const Variable& variable = network.variable(posterior.variables()[i]);
                 Report distribution;
                 for (const std::string& state : variable.states())
                     distribution.add(state, interval_facts(intervals, number++));
                 visit({{variable.name(), std::move(distribution)}});
             }
         }}}};
}

}  // namespace

Report marginals_report(const BayesianNetwork& network, const Posterior& posterior,
                        Intervals intervals) {
    const auto marginals = [&](const ReportRows::Visit& visit) {
        for (std::size_t i = 0; i < posterior.size(); ++i) {
            const Variable& variable = network.variable(posterior.variables()[i]);
            Report distribution;
            for (std::size_t s = 0; s < posterior[i].size(); ++s)
                distribution.add(variable.states()[s], posterior[i][s]);
            visit({{variable.name(), std::move(distribution)}});
        }
    };
    const auto lines = [&network, &posterior, intervals](const ReportRows::Visit& visit) {
        std::size_t number = 0;
        for (std::size_t i = 0; i < posterior.size(); ++i) {
            const Variable& variable = network.variable(posterior.variables()[i]);
            std::string name = shown_name(variable.name());
            for (std::size_t s = 0; s < posterior[i].size(); ++s) {
                const double p =
                    shown_probability(posterior[i][s], posterior.is_possible(i, StateId(s)));
                Report line{Shown{"", std::exchange(name, {})},
                            Shown{"", shown_name(variable.states()[s])},
                            Shown{"", probability_text(p)}};
                if (!intervals.empty()) line.add(Shown{"", interval_text(intervals[number++])});
                visit(line.add(Shown{"", bar_text(p)}));
            }
        }
    };
    return Report{{"marginals", Members{marginals}},
                  Section{.title = "", .rows = lines, .indent = 0}}
        .append(intervals_of(network, posterior, intervals));
}

Report joint_report(const BayesianNetwork& network, const JointPosterior& joint,
                    Intervals intervals) {
    const auto& axes = joint.table.scope().variables();
    const std::vector<VariableId> variables(axes.begin(), axes.end());
    const auto cells = [&network, &joint, variables, intervals](const ReportRows::Visit& visit) {
        JointRow row(network, variables);
        auto too_small = joint.too_small.begin();
        for (std::size_t cell = 0; cell < joint.table.size(); ++cell) {
            const bool is_too_small = too_small != joint.too_small.end() && *too_small == cell;
            if (is_too_small) ++too_small;
            const Report& next = row.next(joint.table[cell], is_too_small);
            if (intervals.empty())
                visit(next);
            else
                visit(with_interval(next, intervals, cell));
        }
    };
    return {{"variables", names_of(network, variables)},
            {"distribution", Section{"", ReportRows(cells)}}};
}

}  // namespace pgm::apps
