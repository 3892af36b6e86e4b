#include <pgm/explain/detail/derived_tables.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/inference/detail/target_check.hpp>
#include <pgm/query/detail/mechanisms.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <deque>
#include <utility>

namespace pgm::detail {
namespace {

using Ids = std::vector<VariableId>;

Ids variables_in(const Expression& expression) {
    return variables_asked_about({.asked = ProbabilityOf{expression}});
}

}  // namespace

DerivedTables::DerivedTables(const BayesianNetwork& network, const Query& query)
    : network_(query.given.mechanisms.empty() ? network
                                              : with_mechanisms(network, query.given.mechanisms)),
      query_(query),
      is_set_(network.size(), 0) {
    read_question();
    read_given();
    find_relevant();
    find_connected();
}

void DerivedTables::read_question() {
    if (!query_.for_each.empty())
        refuse_derivation("several questions at once",
                          "give " + in_quotes(name(query_.for_each.front().variable)) + " a state");
    std::visit(
        Overloaded{
            [&](const DistributionOf& asked) { targets_ = asked.targets; },
            [&](const ProbabilityOf& asked) {
                require_derivable(asked.event);
                targets_ = variables_in(asked.event);
            },
            [&](const MostProbableAssignmentOf& asked) { targets_ = asked.targets; },
            [&](const MostProbableExplanationOf&) { asks_all_ = true; },
            [&](const StatisticOf& asked) {
                const auto one = asked.targets.front().variable();
                if (asked.kind != StatisticOf::Kind::mean || !one)
                    refuse_derivation("this number",
                                      "ask for the distribution, P(..), or E(X | ..)");
                targets_ = {*one};
            },
            [](const OddsOf&) {
                refuse_derivation("odds", "ask for the probability p; the odds are p / (1 - p)");
            },
            [](const EntropyOf&) { refuse_derivation("an entropy", "ask for the distribution"); },
            [](const MutualInformationOf&) {
                refuse_derivation("mutual information", "ask for the joint distribution");
            },
            [](const FormulaOf&) {
                refuse_derivation("a formula", "ask its questions one by one");
            }},
        query_.asked);
    for (const VariableId target : targets_)
        if (!network_.variable(target).is_discrete())
            refuse_derivation("a density",
                              in_quotes(name(target)) + " is continuous: no table holds it");
}

void DerivedTables::require_derivable(const Expression& expression) const {
    for (const Expression::Node& node : expression.nodes())
        if (const auto* const condition = std::get_if<LinearCondition>(&node))
            refuse_derivation("an event of continuous variables",
                              in_quotes(name(condition->terms.front().variable)) +
                                  " may be given as a value: X=1.5");
}

void DerivedTables::set_state(VariableId id, StateId state) {
    if (!states_.emplace(id, state).second && states_.at(id) != state)
        throw ImpossibleEvidenceError("'" + name(id) + "' is given two states");
}

/// A known target keeps its axis: that it is known is a table of zeros and a one.
void DerivedTables::read_given() {
    const Given& given = query_.given;
    if (!given.posteriors.empty())
        refuse_derivation("a posterior that is imposed by Jeffrey's rule",
                          "give the likelihood instead: X=[0.9, 0.2]");
    for (const Intervention& set : given.interventions) {
        is_set_[set.variable.index()] = 1;
        std::visit(Overloaded{[&](StateId state) { set_state(set.variable, state); },
                              [&](double value) { values_[set.variable] = value; }},
                   set.value);
    }
    for (const ContinuousObservation& seen : given.observations)
        values_[seen.variable] = seen.value;
    for (const Expression& condition : given.conditions) {
        require_derivable(condition);
        for (const Expression& part : condition.conjuncts()) {
            const auto* const one = std::get_if<Condition>(&part.nodes().back());
            if (one && one->states.size() == 1)
                set_state(one->variable, one->states.front());
            else
                conditions_.push_back(part);
        }
    }
    for (const VariableId target : targets_) {
        const auto known = states_.find(target);
        if (known == states_.end()) continue;
        conditions_.push_back(is(target, known->second));
        states_.erase(known);
    }
}

Ids DerivedTables::parents(VariableId id) const {
    if (is_set_[id.index()]) return {};
    const std::span<const VariableId> all = parents_of(network_.cpd(id));
    return {all.begin(), all.end()};
}

Ids DerivedTables::unknown(Ids ids) const {
    std::erase_if(ids, [&](VariableId id) { return is_known(id); });
    return ids;
}

Ids DerivedTables::family(VariableId id) const {
    if (is_set_[id.index()]) return {};
    Ids members = parents(id);
    members.push_back(id);
    return members;
}

std::vector<Ids> DerivedTables::scopes() const {
    std::vector<Ids> scopes;
    for (std::size_t v = 0; v < network_.size(); ++v)
        if (relevant_[v]) scopes.push_back(unknown(family(VariableId(v))));
    for (const Expression& condition : conditions_)
        scopes.push_back(unknown(variables_in(condition)));
    return scopes;
}

/// Targets, what is known, and all their ancestors.
void DerivedTables::find_relevant() {
    relevant_.assign(network_.size(), 0);
    Ids open = targets_;
    for (const auto& [id, state] : states_) open.push_back(id);
    for (const auto& [id, value] : values_) open.push_back(id);
    for (const SoftObservation& soft : query_.given.likelihoods) open.push_back(soft.variable);
    for (const Expression& condition : conditions_)
        for (const VariableId id : variables_in(condition)) open.push_back(id);
    if (asks_all_)
        for (const VariableId id : discrete_variables(network_)) open.push_back(id);
    while (!open.empty()) {
        const VariableId id = open.back();
        open.pop_back();
        if (std::exchange(relevant_[id.index()], 1)) continue;
        for (const VariableId parent : parents(id)) open.push_back(parent);
        if (!network_.variable(id).is_discrete() && !is_known(id))
            refuse_derivation(
                "an answer that depends on the unknown value of " + in_quotes(name(id)),
                "it would be an integral; give " + in_quotes(name(id)) + " a value");
    }
}

/// The unknown variables that some table, or a chain of them, has together with a target.
void DerivedTables::find_connected() {
    connected_.assign(network_.size(), asks_all_);
    for (const VariableId target : targets_) connected_[target.index()] = 1;
    const std::vector<Ids> all = scopes();
    for (bool grows = !asks_all_; std::exchange(grows, false);)
        for (const Ids& scope : all) {
            const auto reached = [&](VariableId id) { return connected_[id.index()] != 0; };
            if (std::ranges::none_of(scope, reached)) continue;
            for (const VariableId id : scope)
                if (!std::exchange(connected_[id.index()], 1)) grows = true;
        }
    for (const VariableId id : discrete_variables(network_))
        if (relevant_[id.index()] && connected_[id.index()] && !is_known(id) &&
            std::ranges::find(targets_, id) == targets_.end())
            hidden_.push_back(id);
}

Ids DerivedTables::variables() const {
    Ids all = targets_;
    all.insert(all.end(), hidden_.begin(), hidden_.end());
    return all;
}

void DerivedTables::leave_out(Derivation& derivation) const {
    for (std::size_t v = 0; v < network_.size(); ++v) {
        const VariableId id(v);
        if (is_set_[v]) {
            derivation.cut.push_back(id);
            continue;
        }
        const Ids rest = unknown(family(id));
        const auto takes_part = [&](VariableId member) { return connected_[member.index()] != 0; };
        if (relevant_[v] && (asks_all_ || std::ranges::any_of(rest, takes_part))) continue;
        OmittedFamily left{.variable = id};
        if (relevant_[v])
            left.reason =
                rest.empty() ? OmittedFamily::Reason::known : OmittedFamily::Reason::separated;
        if (left.reason == OmittedFamily::Reason::separated) find_path(left);
        derivation.left_out.push_back(std::move(left));
    }
}

/// A shortest path along arcs between relevant variables, by breadth-first search.
void DerivedTables::find_path(OmittedFamily& left) const {
    std::vector<std::optional<VariableId>> from(network_.size());
    const VariableId start = unknown(family(left.variable)).front();
    std::deque<VariableId> open{start};
    from[start.index()] = start;
    std::vector<Ids> neighbours(network_.size());
    for (std::size_t v = 0; v < network_.size(); ++v)
        for (const VariableId parent : parents(VariableId(v)))
            if (relevant_[v]) {
                neighbours[v].push_back(parent);
                neighbours[parent.index()].emplace_back(v);
            }
    while (!open.empty() && std::ranges::find(targets_, open.front()) == targets_.end()) {
        for (const VariableId next : neighbours[open.front().index()])
            if (!std::exchange(from[next.index()], from[next.index()].value_or(open.front())))
                open.push_back(next);
        open.pop_front();
    }
    if (open.empty()) return;
    for (VariableId at = open.front(); at != start; at = *from[at.index()]) left.path.push_back(at);
    left.path.push_back(start);
    std::ranges::reverse(left.path);
    const auto blocks =
        std::ranges::find_if(left.path, [&](VariableId id) { return is_known(id); });
    if (blocks != left.path.end()) left.blocked_at = *blocks;
}

std::vector<std::size_t> DerivedTables::enter(Derivation& derivation) {
    leave_out(derivation);
    Ids known;
    std::vector<StateId> states;
    for (const auto& [id, state] : states_) {
        known.push_back(id);
        states.push_back(state);
    }
    std::vector<std::size_t> given;
    const auto add = [&](Table table, std::string name, std::vector<std::string> formulas = {}) {
        given.push_back(derivation.calculation.add(std::move(table)));
        derivation.names.push_back(std::move(name));
        derivation.formulas.push_back(std::move(formulas));
    };
    std::vector<std::string> entered;
    for (const VariableId id : topological_order(network_.dag())) {
        const auto is_left = [&](const OmittedFamily& left) { return left.variable == id; };
        if (is_set_[id.index()] || std::ranges::any_of(derivation.left_out, is_left)) continue;
        std::vector<std::string> formulas;
        Table table = table_of_family(network_, id, values_, formulas);
        add(std::move(table), family_name(id, false), std::move(formulas));
        entered.push_back(family_name(id, true));
    }
    for (const SoftObservation& soft : query_.given.likelihoods) {
        if (is_set_[soft.variable.index()] || !connected_[soft.variable.index()]) continue;
        add(Table(scope_over(network_, {&soft.variable, 1}), soft.likelihood),
            "L(" + name(soft.variable) + ")");
        entered.push_back("L(" + name(soft.variable) + ")");
    }
    for (const Expression& condition : conditions_) {
        const Ids rest = unknown(variables_in(condition));
        if (!rest.empty() && !connected_[rest.front().index()]) continue;
        add(indicator(condition), "[" + format(network_, condition) + "]");
        entered.push_back(derivation.names.back());
    }
    std::vector<std::size_t> factors;
    for (std::size_t i = 0; i < given.size(); ++i) {
        factors.push_back(derivation.calculation.select(given[i], known, states));
        if (factors.back() != given[i]) derivation.names.push_back(entered[i]);
        const Table& table = derivation.calculation.table(factors.back());
        if (table.scope().size() == 0 && table[0] == 0)
            throw ImpossibleEvidenceError(derivation.names[factors.back()] + " is 0");
    }
    return factors;
}

Table DerivedTables::indicator(const Expression& event) const {
    Table table(scope_over(network_, variables_in(event)));
    std::vector<StateId> states(network_.size(), StateId(0));
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        const std::vector<StateId> here = table.scope().states(cell);
        for (std::size_t i = 0; i < here.size(); ++i)
            states[table.scope().variables()[i].index()] = here[i];
        table[cell] = event.holds(states) ? 1 : 0;
    }
    return table;
}

Table DerivedTables::values_of_target() const {
    return Table(scope_over(network_, targets_),
                 numbers_of_states(network_.variable(targets_.front())));
}

std::string DerivedTables::name(VariableId id) const {
    return quoted_if_needed(network_.variable(id).name());
}

std::string DerivedTables::names(std::span<const VariableId> ids) const {
    return first_few(ids, ids.size(), [&](VariableId id) { return name(id); });
}

std::string DerivedTables::in_parentheses(const Scope& scope) const {
    return scope.size() == 0 ? std::string() : "(" + names(scope.variables()) + ")";
}

std::string DerivedTables::posterior_name() const {
    return format(network_, Query{.asked = DistributionOf{targets_}, .given = query_.given});
}

std::string DerivedTables::states_text(const Scope& scope, std::span<const VariableId> variables,
                                       std::span<const StateId> states) const {
    std::string text;
    for (std::size_t i = 0; i < variables.size(); ++i)
        if (scope.axis(variables[i]))
            text +=
                (text.empty() ? "" : ", ") + format(network_, variables[i], Observed{states[i]});
    return text;
}

std::string DerivedTables::member_text(VariableId id, bool with_evidence) const {
    if (const auto value = values_.find(id); value != values_.end())
        return name(id) + "=" + to_text(value->second);
    const auto state = states_.find(id);
    if (!with_evidence || state == states_.end()) return name(id);
    return name(id) + "=" + quoted_if_needed(network_.variable(id).states()[state->second.index()]);
}

/// "P(X=x | A, B=b)", of a continuous variable "p(X=1.8 | A)".
std::string DerivedTables::family_name(VariableId id, bool with_evidence) const {
    const auto member = [&](VariableId of) { return member_text(of, with_evidence); };
    const Ids above = parents(id);
    return (network_.variable(id).is_discrete() ? "P(" : "p(") + member(id) +
           (above.empty() ? "" : " | " + first_few(above, above.size(), member)) + ")";
}

}  // namespace pgm::detail
