#include <apps/pgm/report/effect_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/overloaded.hpp>

#include <array>

namespace pgm::apps {
namespace {

std::vector<std::string> names_in(const BayesianNetwork& network,
                                  const std::vector<VariableId>& set) {
    std::vector<std::string> names;
    for (const VariableId variable : set) names.push_back(network.variable(variable).name());
    return names;
}

std::string braces(const BayesianNetwork& network, const std::vector<VariableId>& set) {
    return "{" + joined_names(network, set) + "}";
}

/// "{A, B} or {C}"; of many sets the first ones.
std::string sets_text(const BayesianNetwork& network, const VariableSets& sets) {
    constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t i = 0; i < sets.sets.size() && i < most; ++i)
        text += (i > 0 ? " or " : "") + braces(network, sets.sets[i]);
    if (text.empty()) return "none";
    if (sets.sets.size() <= most) return text;
    return text + " and " + std::to_string(sets.sets.size() - most) +
           (sets.complete ? " more" : " more, or others still");
}

/// The verdict in one sentence.
std::string verdict(const BayesianNetwork& network, const EffectAnalysis& analysis) {
    const std::string x = shown_name(network.variable(analysis.question.cause).name()),
                      y = shown_name(network.variable(analysis.question.effect).name()),
                      identified = "The effect of " + x + " on " + y + " is identified: ";
    if (!analysis.has_causal_path)
        return x + " has no effect on " + y + ": no directed path leads from the one to the other.";
    const std::string set = joined_names(network, analysis.adjusted_for);
    switch (analysis.method) {
        case EffectMethod::back_door:
            return identified + (set.empty() ? "nothing has to be adjusted for."
                                             : "adjustment for " + set + ".");
        case EffectMethod::front_door:
            return identified + "the front door, by way of " + set + ".";
        case EffectMethod::identification:
            return identified + "neither back door nor front door, but the formula below.";
        case EffectMethod::none:
            break;
    }
    return "The effect of " + x + " on " + y +
           " is not identified: it does not follow from what is "
           "observed.";
}

Report hedge_report(const BayesianNetwork& network, const Hedge& hedge) {
    return {{"hedge",
             Report{{"larger", names_in(network, hedge.larger)},
                    {"smaller", names_in(network, hedge.smaller)}},
             Sentence{"Hidden common causes join " + braces(network, hedge.larger) +
                      ", within which all leads to " + braces(network, hedge.smaller) +
                      " (a hedge): two models can agree on all that is observed and differ in the "
                      "effect."}}};
}

Report formula_report(const BayesianNetwork& network, const EffectAnalysis& analysis) {
    const Estimand* const estimand = analysis.estimand();
    if (estimand == nullptr) return hedge_report(network, std::get<Hedge>(analysis.formula));
    const std::string text = format(*estimand, network.variables());
    const auto& question = analysis.question;
    std::vector<VariableId> free = free_variables(*estimand);
    std::erase_if(free, [&](VariableId v) { return v == question.cause || v == question.effect; });
    const std::string any = free.empty() ? "" : ", for any state of " + joined_names(network, free);
    return {{"estimand", text,
             Sentence{"P(" + shown_name(network.variable(question.effect).name()) + " | do(" +
                      shown_name(network.variable(question.cause).name()) + ")) = " + text + any}},
            {"estimand_latex", format_latex(*estimand, network.variables())}};
}

Value list_of(const BayesianNetwork& network, const VariableSets& sets) {
    std::vector<std::vector<std::string>> lists;
    for (const auto& set : sets.sets) lists.push_back(names_in(network, set));
    return lists;
}

Report sets_report(const BayesianNetwork& network, const EffectAnalysis& analysis) {
    const VariableSets &adjusting = analysis.minimal_adjustment_sets,
                       &doors = analysis.front_door_sets;
    Report report{{"minimal_adjustment_sets", list_of(network, adjusting),
                   Shown{"adjustment sets", sets_text(network, adjusting)}},
                  {"front_door_sets", list_of(network, doors),
                   Shown{"front-door sets", sets_text(network, doors)}},
                  {"instruments", names_in(network, analysis.instruments),
                   Shown{"instruments", analysis.instruments.empty()
                                            ? "none"
                                            : joined_names(network, analysis.instruments)}}};
    if (!adjusting.complete || !doors.complete) report.add("more_sets", true);
    return report;
}

/// {"x":{"y":value}}, the value by cell of a table of rows by state of the cause.
template <class ValueOf>
Report by_states(const BayesianNetwork& network, const Scope& scope, ValueOf value_of) {
    const Variable &cause = network.variable(scope.variables()[0]),
                   &effect = network.variable(scope.variables()[1]);
    Report report;
    for (std::size_t x = 0; x < cause.cardinality(); ++x) {
        Report row;
        for (std::size_t y = 0; y < effect.cardinality(); ++y)
            row.add(effect.states()[y], Value(value_of(x * effect.cardinality() + y)));
        report.add(cause.states()[x], Value(row));
    }
    return report;
}

std::string cell_text(const std::optional<double>& value) {
    return value ? number_text(*value) : "-";
}

/// P(Y | do(X)), or its bounds, beside P(Y | X).
Section table_of(const BayesianNetwork& network, const EffectNumbers& numbers) {
    const Scope& scope = numbers.seeing.scope;
    const Variable &cause = network.variable(scope.variables()[0]),
                   &effect = network.variable(scope.variables()[1]);
    std::vector<Report> rows;
    for (std::size_t cell = 0; cell < numbers.seeing.cells.size(); ++cell) {
        const std::vector<StateId> states = scope.states(cell);
        Report row{Shown{shown_name(cause.name()), shown_name(cause.state(states[0]))},
                   Shown{shown_name(effect.name()), shown_name(effect.state(states[1]))}};
        if (numbers.doing) {
            row.add(Shown{"do", cell_text(numbers.doing->cells[cell]), Align::right});
            if (!numbers.intervals.empty())
                row.add(Shown{"interval", interval_text(numbers.intervals[cell]), Align::right});
        } else
            row.add(Shown{"do, at least", cell_text(numbers.bounds.lowest[cell]), Align::right})
                .add(Shown{"at most", cell_text(numbers.bounds.highest[cell]), Align::right});
        rows.push_back(
            std::move(row.add(Shown{"seen", cell_text(numbers.seeing.cells[cell]), Align::right})));
    }
    return {.title = "", .rows = rows};
}

/// How two states of the cause are compared.
struct EffectComparison {
    const char* key;
    const char* heading;
    std::optional<double> (*compare)(const PartialTable& doing, StateId y, StateId from,
                                     StateId to);
};

constexpr std::array<EffectComparison, 3> effect_comparisons = {{
    {"difference", "difference", &risk_difference},
    {"ratio", "ratio", &risk_ratio},
    {"odds_ratio", "odds ratio", &odds_ratio},
}};

/// The place of a comparison among all_numbers().
std::size_t place_of_comparison(const EffectNumbers& numbers, std::size_t y,
                                std::size_t comparison) {
    return numbers.doing->cells.size() + y * effect_comparisons.size() + comparison;
}

/// {"y":{"value":number,"sd":..,"interval":[..]}}
Report compared(const Variable& effect, const EffectNumbers& numbers, std::size_t comparison) {
    Report report;
    for (std::size_t y = 0; y < effect.cardinality(); ++y) {
        const auto value = effect_comparisons[comparison].compare(*numbers.doing, StateId(y),
                                                                  numbers.from, numbers.to);
        report.add(effect.states()[y],
                   Value(Report{{"value", value}}.append(interval_facts(
                       numbers.intervals, place_of_comparison(numbers, y, comparison)))));
    }
    return report;
}

Section comparison_table(const Variable& cause, const Variable& effect,
                         const EffectNumbers& numbers) {
    std::vector<Report> rows;
    for (std::size_t i = 0; i < effect.cardinality(); ++i) {
        Report row{Shown{shown_name(effect.name()), shown_name(effect.states()[i])}};
        for (std::size_t c = 0; c < effect_comparisons.size(); ++c) {
            const auto value =
                effect_comparisons[c].compare(*numbers.doing, StateId(i), numbers.from, numbers.to);
            row.add(Shown{effect_comparisons[c].heading,
                          cell_text(value) +
                              interval_text(numbers.intervals, place_of_comparison(numbers, i, c)),
                          Align::right});
        }
        rows.push_back(std::move(row));
    }
    return {.title = "from do(" + shown_name(cause.name()) + "=" +
                     shown_name(cause.state(numbers.from)) + ") to do(" + shown_name(cause.name()) +
                     "=" + shown_name(cause.state(numbers.to)) + ")",
            .rows = rows};
}

Report comparison_report(const BayesianNetwork& network, const EffectAnalysis& analysis,
                         const EffectNumbers& numbers) {
    const Variable &cause = network.variable(analysis.question.cause),
                   &effect = network.variable(analysis.question.effect);
    Report report{{"from", cause.state(numbers.from)}, {"to", cause.state(numbers.to)}};
    for (std::size_t c = 0; c < effect_comparisons.size(); ++c)
        report.add(effect_comparisons[c].key, Value(compared(effect, numbers, c)));
    return report;
}

Report distributions_report(const BayesianNetwork& network, const EffectNumbers& numbers) {
    const Scope& scope = numbers.seeing.scope;
    Report report{{"distributions", Value(by_states(network, scope, [&](std::size_t cell) {
                       return numbers.doing->cells[cell];
                   }))}};
    if (!numbers.intervals.empty())
        report.add("intervals", Value(by_states(network, scope, [&](std::size_t cell) {
                       return interval_facts(numbers.intervals, cell);
                   })));
    return report;
}

Report numbers_report(const BayesianNetwork& network, const EffectAnalysis& analysis,
                      const EffectNumbers& numbers) {
    const Scope& scope = numbers.seeing.scope;
    Report report;
    if (numbers.doing) report.append(distributions_report(network, numbers));
    report.add("conditional", Value(by_states(network, scope, [&](std::size_t cell) {
                   return numbers.seeing.cells[cell];
               })));
    report.add("bounds", Value(by_states(network, scope, [&](std::size_t cell) {
                   return std::vector{numbers.bounds.lowest[cell], numbers.bounds.highest[cell]};
               })));
    report.add(table_of(network, numbers));
    if (!numbers.violations.empty())
        report.add("positivity_violations",
                   Value(rows_of(numbers.violations, [&](const EmptyStratum& stratum) {
                       Report row;
                       for (std::size_t i = 0; i < stratum.variables.size(); ++i) {
                           const Variable& variable = network.variable(stratum.variables[i]);
                           row.add(variable.name(), variable.state(stratum.states[i]));
                       }
                       return row;
                   })));
    if (numbers.doing && numbers.from != numbers.to)
        report.append(comparison_report(network, analysis, numbers))
            .add(comparison_table(network.variable(analysis.question.cause),
                                  network.variable(analysis.question.effect), numbers));
    return report;
}

/// An effect on a mean: what JSON has of it, and its columns for people.
struct MeansReport {
    Report facts, columns;
};

MeansReport means_report(const BayesianNetwork& network, const EffectQuestion& question,
                         const EffectMeans& means) {
    const Variable &cause = network.variable(question.cause),
                   &effect = network.variable(question.effect);
    const auto set = [&](const CauseValue& x) {
        const StateId* const state = std::get_if<StateId>(&x);
        return state ? Value(cause.state(*state)) : Value(std::get<double>(x));
    };
    const auto words = [&](const CauseValue& x) {
        const StateId* const state = std::get_if<StateId>(&x);
        return "do(" + shown_name(cause.name()) + "=" +
               (state ? shown_name(cause.state(*state)) : number_text(std::get<double>(x))) + ")";
    };
    const std::string mean = "E(" + shown_name(effect.name()) + " | ";
    MeansReport report{.facts = {{"from", set(means.from)}, {"to", set(means.to)}}, .columns = {}};
    const auto add = [&](const char* key, const std::string& heading, std::size_t i, double value) {
        report.facts.add(
            key, Value(Report{{"value", value}}.append(interval_facts(means.intervals, i))));
        report.columns.add(
            Shown{heading, number_text(value) + interval_text(means.intervals, i), Align::right});
    };
    add("mean_from", mean + words(means.from) + ")", 0, means.before);
    add("mean_to", mean + words(means.to) + ")", 1, means.after);
    add("difference", "difference", 2, means.after - means.before);
    return report;
}

/// A row about one member: its parents of the cause, the formula, and with numbers the differences.
Report member_row(const BayesianNetwork& network, const PossibleEffect& member) {
    const EffectAnalysis& analysis = member.analysis;
    const Variable &cause = network.variable(analysis.question.cause),
                   &effect = network.variable(analysis.question.effect);
    const std::string formula = format(*analysis.estimand(), network.variables());
    const std::string x = shown_name(cause.name());
    Report row{{"parents", names_in(network, analysis.adjusted_for),
                Shown{"parents of " + x, braces(network, analysis.adjusted_for)}},
               {"estimand", formula,
                Shown{"P(" + shown_name(effect.name()) + " | do(" + x + "))", formula}}};
    if (const auto* const means = std::get_if<EffectMeans>(&member.numbers)) {
        const auto [facts, columns] = means_report(network, analysis.question, *means);
        return row.append(facts).append(columns);
    }
    const auto* const numbers = std::get_if<EffectNumbers>(&member.numbers);
    if (numbers == nullptr) return row;
    row.append(distributions_report(network, *numbers));
    if (numbers->from == numbers->to) return row;
    row.append(comparison_report(network, analysis, *numbers));
    for (std::size_t y = 0; y < effect.cardinality(); ++y)
        row.add(Shown{
            "difference of " + shown_name(effect.states()[y]),
            cell_text(risk_difference(*numbers->doing, StateId(y), numbers->from, numbers->to)),
            Align::right});
    return row;
}

}  // namespace

Report effect_report(const BayesianNetwork& network, const EffectAnalysis& analysis,
                     const NumbersOfEffect& numbers) {
    Report report{
        {"identified", analysis.method != EffectMethod::none, Sentence{verdict(network, analysis)}},
        {"method", word_of(analysis.method)}};
    report.append(formula_report(network, analysis)).append(sets_report(network, analysis));
    std::visit(
        Overloaded{[](std::monostate) {},
                   [&](const EffectNumbers& some) {
                       report.append(numbers_report(network, analysis, some));
                   },
                   [&](const EffectMeans& means) {
                       const auto [facts, columns] =
                           means_report(network, analysis.question, means);
                       report.append(facts).add(Section{.title = "", .rows = std::vector{columns}});
                   }},
        numbers);
    return report;
}

Report possible_effects_report(const BayesianNetwork& network,
                               const std::vector<PossibleEffect>& effects) {
    return {{"members", Section{.title = "",
                                .rows = rows_of(effects,
                                                [&](const PossibleEffect& one) {
                                                    return member_row(network, one);
                                                }),
                                .indent = 0}}};
}

std::string path_text(const BayesianNetwork& network, const std::vector<VariableId>& path) {
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (i > 0) text += network.dag().has_arc(path[i - 1], path[i]) ? " -> " : " <- ";
        text += shown_name(network.variable(path[i]).name());
    }
    return text;
}

}  // namespace pgm::apps
