#include <python/src/detail/bindings.hpp>

#include <pgm/causal/effect_numbers.hpp>
#include <pgm/causal/possible_effects.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/partially_directed_graph.hpp>

#include <algorithm>
#include <limits>
#include <variant>

namespace pgm::python {
namespace {

using VariableNames = std::vector<std::string>;

/// A state of a cause, or a value of a continuous one.
using CauseWord = std::optional<std::variant<double, std::string>>;

/// What is asked: cause and effect, what the cause is set to, twice, hidden variables, and a set to
/// adjust for.
using EffectWords = std::tuple<std::string, std::string, CauseWord, CauseWord, VariableNames,
                               std::optional<VariableNames>>;

/// A graph, and an engine where the network has numbers.
struct CausalModel {
    explicit CausalModel(const Network& given) : network(given.graph()) {
        if (given.is_whole()) engine.emplace(*network);
    }

    std::string name(VariableId id) const { return network->variable(id).name(); }
    std::vector<VariableId> ids(const VariableNames& names) const {
        std::vector<VariableId> found;
        for (const std::string& one : names) found.push_back(network->id(one));
        return found;
    }
    VariableNames names(std::span<const VariableId> ids) const {
        VariableNames found;
        for (const VariableId id : ids) found.push_back(name(id));
        return found;
    }

    std::shared_ptr<const BayesianNetwork> network;
    std::optional<InferenceEngine> engine;
};

/// Refuses a set that does not adjust, with the reason.
void require_adjusting(const CausalModel& model, const CausalGraph& graph,
                       const EffectQuestion& question) {
    if (!question.adjust) return;
    const AdjustmentCheck check =
        check_adjustment(graph, question.cause, question.effect, *question.adjust);
    if (check.holds()) return;
    std::string text;
    for (const std::string& one :
         model.names(check.below_cause.empty() ? check.open_path : check.below_cause))
        text += (text.empty() ? "" : ", ") + printable_word(one);
    throw ArgumentError(
        check.below_cause.empty()
            ? "adjust: the set leaves a path open: " + text
            : "adjust: " + text + " is on a causal path from cause to effect, or below one",
        "adjust=None finds a set if there is one");
}

nb::object sets_list(const CausalModel& model, const VariableSets& sets) {
    nb::list list;
    for (const auto& set : sets.sets) list.append(model.names(set));
    return list;
}

Array table_array(std::vector<double> cells, const Scope& scope) {
    return array_of(std::move(cells), {scope.cardinalities().begin(), scope.cardinalities().end()});
}

Array table_array(const Table& table) {
    return table_array({table.values().begin(), table.values().end()}, table.scope());
}

/// Cells that are undefined are NaN, as arrays have it.
Array table_array(const PartialTable& table) {
    std::vector<double> cells;
    for (const std::optional<double>& cell : table.cells)
        cells.push_back(cell.value_or(std::numeric_limits<double>::quiet_NaN()));
    return table_array(std::move(cells), table.scope);
}

/// (P(effect | do(cause)) or None, P(effect | cause), least, greatest, from, to, comparisons or
/// None, intervals, [{variable: state} where positivity is violated])
nb::tuple number_parts(const CausalModel& model, const Variable& cause,
                       const EffectNumbers& numbers) {
    nb::object doing = nb::none(), compared = nb::none();
    if (numbers.doing) {
        doing = nb::cast(table_array(*numbers.doing));
        compared = nb::cast(all_numbers(*numbers.doing, numbers.from, numbers.to));
    }
    nb::list violations;
    for (const EmptyStratum& stratum : numbers.violations) {
        nb::dict states;
        for (std::size_t i = 0; i < stratum.variables.size(); ++i) {
            const Variable& variable = model.network->variable(stratum.variables[i]);
            states[nb::cast(variable.name())] = nb::cast(variable.state(stratum.states[i]));
        }
        violations.append(states);
    }
    return nb::make_tuple(doing, table_array(numbers.seeing), table_array(numbers.bounds.lowest),
                          table_array(numbers.bounds.highest), cause.state(numbers.from),
                          cause.state(numbers.to), compared, spread_list(numbers.intervals),
                          violations);
}

/// (method, has a causal path, adjusted for, minimal adjustment sets, front-door sets, instruments,
/// estimand or None, the same as LaTeX, hedge or None, parts of the numbers or None)
nb::tuple effect_parts(const CausalModel& model, const EffectAnalysis& analysis,
                       nb::object numbers) {
    nb::object text = nb::none(), latex = nb::none(), hedge = nb::none();
    if (const Estimand* const estimand = analysis.estimand()) {
        text = nb::cast(format(*estimand, model.network->variables()));
        latex = nb::cast(format_latex(*estimand, model.network->variables()));
    } else {
        const Hedge& found = std::get<Hedge>(analysis.formula);
        hedge = nb::make_tuple(model.names(found.larger), model.names(found.smaller));
    }
    return nb::make_tuple(
        word_of(analysis.method), analysis.has_causal_path, model.names(analysis.adjusted_for),
        sets_list(model, analysis.minimal_adjustment_sets),
        sets_list(model, analysis.front_door_sets), model.names(analysis.instruments), text, latex,
        hedge, std::move(numbers));
}

CauseValue cause_value(const Variable& cause, const CauseWord& word, std::size_t by_default) {
    if (cause.is_discrete()) {
        if (!word) return StateId(std::min(by_default, cause.cardinality() - 1));
        if (const auto* const state = std::get_if<std::string>(&*word))
            return cause.state_id(*state);
        throw ArgumentError(in_quotes(cause.name()) + " has states, and no numbers");
    }
    if (!word) return static_cast<double>(by_default);
    if (const auto* const value = std::get_if<double>(&*word)) return *value;
    throw ArgumentError(in_quotes(cause.name()) + " is continuous: from_ and to are numbers");
}

/// Parts of the numbers: of an effect on a mean (before, after, difference, from, to, intervals).
nb::object numbers_of_effect(const CausalModel& model, const EffectAnalysis& analysis,
                             const EffectWords& words,
                             const std::optional<IntervalWords>& interval) {
    const auto& [of, on, from, to, hidden, adjust] = words;
    const Variable& cause = model.network->variable(analysis.question.cause);
    if (!model.engine) {
        if (from || to || interval)
            throw ArgumentError(
                "from_, to and interval are about numbers, and the network has none");
        return nb::none();
    }
    const std::pair values{cause_value(cause, from, 0), cause_value(cause, to, 1)};
    const auto asked = interval ? std::optional(interval_options(*interval)) : std::nullopt;
    const auto word = [&](const CauseValue& value) {
        const auto* const state = std::get_if<StateId>(&value);
        return state ? nb::cast(cause.state(*state)) : nb::cast(std::get<double>(value));
    };
    return std::visit(
        Overloaded{[](std::monostate) { return nb::object(nb::none()); },
                   [&](const EffectNumbers& numbers) {
                       return nb::object(number_parts(model, cause, numbers));
                   },
                   [&](const EffectMeans& means) {
                       return nb::object(nb::make_tuple(
                           means.before, means.after, means.after - means.before, word(means.from),
                           word(means.to), spread_list(means.intervals)));
                   }},
        effect_numbers(analysis, *model.engine, values, asked));
}

/// The parts of an effect, or those of each member of the Markov equivalence class of the network.
ListOfParts effects(const Network& network, const EffectWords& words,
                    const std::optional<IntervalWords>& interval, bool equivalent) {
    const auto& [of, on, from, to, hidden, adjust] = words;
    const CausalModel model(network);
    EffectQuestion question{model.network->id(of), model.network->id(on)};
    if (question.cause == question.effect)
        throw ArgumentError("cause and effect are the same variable");
    if (adjust) question.adjust = model.ids(*adjust);
    const Dag& dag = model.network->dag();
    const CausalGraph graph(dag, model.ids(hidden));
    std::vector<EffectAnalysis> found;
    if (equivalent) {
        if (!hidden.empty() || adjust)
            throw ArgumentError("equivalent goes without hidden variables and adjust");
        const std::vector<Arc> known = mixed_arcs(dag, model.network->variables());
        found = possible_effects(cpdag(dag, known), question);
    } else {
        require_adjusting(model, graph, question);
        found.push_back(analyse_effect(graph, question));
    }
    nb::list all;
    for (const EffectAnalysis& analysis : found)
        all.append(
            effect_parts(model, analysis, numbers_of_effect(model, analysis, words, interval)));
    return ListOfParts(all);
}

}  // namespace

void bind_effect(nb::module_& module) {
    module.def("effects", &effects, nb::arg("network"), nb::arg("words"),
               nb::arg("interval").none(), nb::arg("equivalent"));
}

}  // namespace pgm::python
