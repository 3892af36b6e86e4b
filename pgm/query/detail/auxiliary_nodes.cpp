#include <pgm/query/detail/auxiliary_nodes.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace pgm::detail {

bool AuxiliaryNodes::Term::always() const {
    return std::find(holds.begin(), holds.end(), false) == holds.end();
}
bool AuxiliaryNodes::Term::never() const {
    return std::find(holds.begin(), holds.end(), true) == holds.end();
}

Condition AuxiliaryNodes::condition_for(const Expression& expression) {
    validate(expression, original_);
    const auto leaf = [this](const auto& condition) { return term_of(condition); };
    const auto combine = [this](ExpressionKind kind, std::span<const Term> operands) {
        if (kind == ExpressionKind::negation) return negation(operands.front());
        return kind == ExpressionKind::conjunction ? conjunction(operands) : disjunction(operands);
    };
    const Term root = fold<Term>(expression, leaf, combine);
    Condition condition{root.variable, {}};
    for (std::size_t state = 0; state < root.holds.size(); ++state) {
        if (root.holds[state]) condition.states.emplace_back(state);
    }
    return condition;
}

VariableId AuxiliaryNodes::variable_for(const LinearForm& form) {
    constexpr std::size_t most_rows = std::size_t{1} << 16;
    std::vector<VariableId> discrete, continuous;
    std::vector<std::size_t> sizes;
    std::vector<LinearGaussianCpd::Row> rows{{.intercept = form.constant, .variance = 0}};
    for (const auto& [variable, coefficient] : form.terms) {
        if (!original_.variable(variable).is_discrete()) {
            continuous.push_back(variable);
            for (LinearGaussianCpd::Row& row : rows) row.slopes.push_back(coefficient);
            continue;
        }
        const std::vector<double> numbers = numbers_of_states(original_.variable(variable));
        discrete.push_back(variable);
        sizes.push_back(numbers.size());
        if (rows.size() * numbers.size() > most_rows)
            throw TooLargeError("the discrete variables of a sum have more than " +
                                    std::to_string(most_rows) + " configurations",
                                {}, "the mean of a sum is the sum of the means: ask for each");
        std::vector<LinearGaussianCpd::Row> refined;
        for (const LinearGaussianCpd::Row& row : rows)
            for (const double number : numbers) {
                refined.push_back(row);
                refined.back().intercept += coefficient * number;
            }
        rows = std::move(refined);
    }
    const VariableId id = next_id();
    added_.emplace_back(Variable(next_name()),
                        LinearGaussianCpd(id, Scope(discrete, sizes), continuous, std::move(rows)));
    return id;
}

BayesianNetwork AuxiliaryNodes::extend(const BayesianNetwork& network) const {
    if (empty()) return network;
    NetworkBuilder builder(network);
    for (const auto& [variable, cpd] : added_) {
        builder.add_variable(variable);
        builder.set_cpd(cpd);
    }
    return builder.build();
}

AuxiliaryNodes::Term AuxiliaryNodes::term_of(const Condition& condition) {
    Term term{condition.variable, std::vector<bool>(original_.cardinality(condition.variable)),
              condition.variable};
    for (const StateId state : condition.states) term.holds[state.index()] = true;
    return term;
}

AuxiliaryNodes::Term AuxiliaryNodes::term_of(const LinearCondition& condition) {
    for (const auto& [known, term] : thresholds_)
        if (known == condition) return term;
    std::vector<VariableId> parents;
    ThresholdCpd::Row row;
    for (const auto& [variable, coefficient] : condition.terms) {
        parents.push_back(variable);
        row.slopes.push_back(coefficient);
    }
    const auto [above, up_to] = condition.interval;
    std::vector<std::string> states;
    std::vector<bool> holds;
    const auto add_state = [&](const char* name, bool is_inside) {
        states.emplace_back(name);
        holds.push_back(is_inside);
    };
    if (above != -infinity) {
        row.cuts.push_back(above);
        add_state("below", false);
    }
    add_state("inside", true);
    if (up_to != infinity) {
        row.cuts.push_back(up_to);
        add_state("above", false);
    }
    const VariableId id = next_id(), home = parents.front();
    added_.emplace_back(Variable(next_name(), states),
                        ThresholdCpd(id, states.size(), Scope(), std::move(parents), {row}));
    const Term term{id, holds, home};
    thresholds_.emplace_back(condition, term);
    return term;
}

AuxiliaryNodes::Term AuxiliaryNodes::negation(Term term) const {
    term.holds.flip();
    return term;
}

AuxiliaryNodes::Term AuxiliaryNodes::conjunction(std::span<const Term> operands) {
    std::vector<Term> terms(operands.begin(), operands.end());
    std::sort(terms.begin(), terms.end(),
              [](const Term& a, const Term& b) { return a.variable < b.variable; });

    std::vector<Term> distinct;  // one per variable
    for (Term& term : terms) {
        if (distinct.empty() || distinct.back().variable != term.variable) {
            distinct.push_back(std::move(term));
            continue;
        }
        std::vector<bool>& holds = distinct.back().holds;
        for (std::size_t state = 0; state < holds.size(); ++state)
            holds[state] = holds[state] && term.holds[state];
    }
    const auto impossible = std::find_if(distinct.begin(), distinct.end(),
                                         [](const Term& term) { return term.never(); });
    if (impossible != distinct.end()) return *impossible;

    const Term first = distinct.front();
    std::erase_if(distinct, [](const Term& term) { return term.always(); });
    return distinct.empty() ? first : gather(distinct);
}

/// The conjunction of terms on different variables: a climb through the forest. Of all terms the
/// one whose home is eliminated first goes on, up to where the next one is; two that are at home
/// together pass through a gate. Every place of the forest is left at most once, so this takes
/// linear time.
AuxiliaryNodes::Term AuxiliaryNodes::gather(const std::vector<Term>& terms) {
    if (terms.size() == 1) return terms.front();
    if (!forest_) forest_ = elimination_forest(original_);

    std::map<std::uint32_t, Term> climbing;  // by position
    std::vector<Term> arrived;               // at the top of their component
    const auto enter = [&](std::uint32_t position, const Term& term) {
        const auto [at, free] = climbing.try_emplace(position, term);
        if (!free) at->second = gate(at->second, term, term.home);
    };
    for (const Term& term : terms) enter(forest_->position[term.home.index()], term);
    while (!climbing.empty()) {
        const auto lowest = climbing.extract(climbing.begin());
        std::uint32_t position = lowest.key();
        Term& term = lowest.mapped();
        const std::uint32_t next = climbing.empty() ? position : climbing.begin()->first;
        while (position < next && forest_->parent[position] != EliminationForest::none)
            position = forest_->parent[position];
        if (position < next || climbing.empty()) {
            arrived.push_back(std::move(term));
        } else {
            term.home = forest_->variable[position];
            enter(position, term);
        }
    }
    Term result = arrived.front();
    for (std::size_t i = 1; i < arrived.size(); ++i)
        result = gate(result, arrived[i], arrived[i].home);
    return result;
}

/// a or b = not (not a and not b)
AuxiliaryNodes::Term AuxiliaryNodes::disjunction(std::span<const Term> operands) {
    std::vector<Term> negated;
    for (const Term& operand : operands) negated.push_back(negation(operand));
    return negation(conjunction(negated));
}

AuxiliaryNodes::Term AuxiliaryNodes::gate(const Term& a, const Term& b, VariableId home) {
    if (a.holds.size() > 2) return gate(indicator(a), b, home);
    if (b.holds.size() > 2) return gate(a, indicator(b), home);
    std::vector<bool> both;
    for (const bool a_holds : a.holds) {
        for (const bool b_holds : b.holds) both.push_back(a_holds && b_holds);
    }
    const VariableId id =
        add_variable({a.variable, b.variable}, {a.holds.size(), b.holds.size()}, both);
    return {id, {false, true}, home};
}

AuxiliaryNodes::Term AuxiliaryNodes::indicator(const Term& term) {
    // Of a set of states and the others, the one with the first state serves both.
    const bool is_inverse = !term.holds.front();
    const std::vector<bool> holds = is_inverse ? negation(term).holds : term.holds;
    const auto [known, is_new] = indicators_.try_emplace({term.variable, holds});
    if (is_new) known->second = add_variable({term.variable}, {holds.size()}, holds);
    return {known->second, {is_inverse, !is_inverse}, term.home};
}

/// A variable {no, yes} that is `yes` exactly in the given parent configurations.
VariableId AuxiliaryNodes::add_variable(const std::vector<VariableId>& parents,
                                        const std::vector<std::size_t>& cardinalities,
                                        const std::vector<bool>& yes) {
    const VariableId id = next_id();
    std::vector<VariableId> variables = parents;
    std::vector<std::size_t> sizes = cardinalities;
    variables.push_back(id);
    sizes.push_back(2);
    std::vector<double> values;
    for (const bool is_yes : yes)
        values.insert(values.end(), {is_yes ? 0.0 : 1.0, is_yes ? 1.0 : 0.0});
    added_.emplace_back(Variable(next_name(), {"no", "yes"}),
                        TableCpd(Scope(variables, sizes), values));
    return id;
}

std::string AuxiliaryNodes::next_name() const {
    std::string name = "expression " + std::to_string(added_.size() + 1);
    while (original_.find(name)) name += '\'';
    return name;
}

}  // namespace pgm::detail
