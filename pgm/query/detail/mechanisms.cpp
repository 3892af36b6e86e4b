#include <pgm/query/detail/mechanisms.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/detail/linear_sum.hpp>
#include <pgm/model/detail/name_lookup.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/detail/parse_expression.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace pgm::detail {
namespace {

constexpr std::size_t most_mechanism_rows = std::size_t{1} << 16;

/// The function that gives `variable` a state for each configuration of its parents; `state_for`
/// takes one state per variable of the network.
TableCpd function_cpd_of(const BayesianNetwork& network, VariableId variable,
                         const std::vector<VariableId>& parents,
                         const std::function<StateId(std::span<const StateId>)>& state_for) {
    std::vector<VariableId> scope = parents;
    std::vector<std::size_t> cardinalities;
    if (std::ranges::find(parents, variable) != parents.end())
        throw ArgumentError(in_quotes(network.variable(variable).name()) +
                            " cannot be a function of itself");
    for (const VariableId parent : parents) cardinalities.push_back(network.cardinality(parent));
    const std::size_t rows =
        std::accumulate(cardinalities.begin(), cardinalities.end(), std::size_t{1},
                        [](std::size_t product, std::size_t states) {
                            return std::min(product * states, most_mechanism_rows + 1);
                        });
    if (rows > most_mechanism_rows)
        throw TooLargeError("a mechanism has more than " + std::to_string(most_mechanism_rows) +
                            " rows");
    const Scope of_parents(parents, cardinalities);
    scope.push_back(variable);
    cardinalities.push_back(network.cardinality(variable));
    Table table(Scope(scope, cardinalities));
    std::vector<StateId> all(network.size());
    for (std::size_t row = 0; row < rows; ++row) {
        const std::vector<StateId> states = of_parents.states(row);
        for (std::size_t i = 0; i < parents.size(); ++i) all[parents[i].index()] = states[i];
        table[row * cardinalities.back() + state_for(all).index()] = 1;
    }
    return TableCpd(std::move(table));
}

class MechanismParser {
public:
    MechanismParser(TokenCursor& cursor, const BayesianNetwork& network)
        : cursor_(cursor), network_(network) {}

    std::optional<std::variant<Intervention, TableCpd>> parse() && {
        const std::size_t length = name_length(cursor_, network_);
        Token name = cursor_.joined(length);
        const Token& next = cursor_.peek(length);
        const bool has_colon = name.text.size() > 1 && name.text.ends_with(':') &&
                               !network_.find(name.text) && next.kind == TokenKind::equal;
        const bool is_function = has_colon || (next.kind == TokenKind::word && next.text == ":" &&
                                               cursor_.peek(length + 1).kind == TokenKind::equal);
        if (!is_function && next.kind != TokenKind::tilde) return std::nullopt;
        if (has_colon) name.text.pop_back();
        variable_ = discrete_variable_named(network_, name);
        cursor_.take_joined(length);
        cursor_.take();
        if (is_function && !has_colon) cursor_.take();
        const Token at = cursor_.peek();
        return checked(at, [&] {
            const auto mechanism = is_function ? function() : distribution();
            if (const auto* const table = std::get_if<TableCpd>(&mechanism))
                validate_mechanisms({.mechanisms = {*table}}, network_);
            return mechanism;
        });
    }

private:
    /// The result of `check()`; what it refuses stands in the text from `at` on.
    template <class Check>
    std::variant<Intervention, TableCpd> checked(const Token& at, Check&& check) const {
        try {
            return check();
        } catch (const ParseError&) {
            throw;
        } catch (const Error& error) {
            throw ParseError(error.message(), place_of(at), error.hint());
        }
    }

    std::variant<Intervention, TableCpd> distribution() {
        if (!begins_number_list(cursor_))
            cursor_.fail_expected("'['", "the probabilities of the states in their order");
        std::vector<double> numbers = take_number_list(cursor_);
        validate({.posteriors = {{variable_, numbers}}}, network_);
        const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
        for (double& number : numbers) number /= sum;
        return TableCpd(Scope({variable_}, {numbers.size()}), numbers);
    }

    std::variant<Intervention, TableCpd> function() {
        if (is_keyword(cursor_.peek(), "if")) return rule();
        const Variable& variable = network_.variable(variable_);
        if (state_length(cursor_, variable) > 0)
            return Intervention{variable_, take_state(cursor_, variable)};
        const Token name = take_name(cursor_, network_, "a state, a variable or 'if'");
        const VariableId source = discrete_variable_named(network_, name);
        std::vector<StateId> same;
        for (const std::string& state : network_.variable(source).states())
            same.push_back(variable.state_id(state));
        return function_cpd_of(network_, variable_, {source}, [&](std::span<const StateId> all) {
            return same[all[source.index()].index()];
        });
    }

    /// if E then s else t
    std::variant<Intervention, TableCpd> rule() {
        const Token start = cursor_.take();
        const Expression condition = parse_expression(cursor_, network_);
        const StateId yes = state_after("then"), no = state_after("else");
        const std::vector<VariableId> parents =
            variables_asked_about({.asked = ProbabilityOf{condition}});
        for (const VariableId parent : parents)
            if (!network_.variable(parent).is_discrete())
                throw ParseError(in_quotes(network_.variable(parent).name()) +
                                     " is continuous; a rule is about states",
                                 place_of(start));
        if (yes == no) return Intervention{variable_, yes};
        return function_cpd_of(network_, variable_, parents, [&](std::span<const StateId> all) {
            return condition.holds(all) ? yes : no;
        });
    }

    StateId state_after(std::string_view keyword) {
        if (!is_keyword(cursor_.peek(), keyword))
            cursor_.fail_expected(in_quotes(keyword),
                                  "X := if A=a then x else y, with states of X");
        cursor_.take();
        return take_state(cursor_, network_.variable(variable_));
    }

    TokenCursor& cursor_;
    const BayesianNetwork& network_;
    VariableId variable_;
};

void require_row_sums(const TableCpd& mechanism, const std::string& name) {
    constexpr double tolerance = 1e-6;
    for (std::size_t row = 0; row < mechanism.row_count(); ++row) {
        const std::span<const double> numbers = mechanism.row(row);
        const bool are_probabilities =
            std::ranges::all_of(numbers, [](double p) { return p >= 0 && p <= 1 + tolerance; });
        if (!are_probabilities || !(std::abs(fixed_order_sum(numbers) - 1) <= tolerance))
            throw ArgumentError("a row of the mechanism of " + in_quotes(name) +
                                " is no distribution");
    }
}

/// The one state of a row with probability 1; null for any other row.
std::optional<StateId> certain_state(std::span<const double> row) {
    const auto one = std::ranges::find(row, 1.0);
    if (one == row.end()) return std::nullopt;
    return StateId(static_cast<std::size_t>(one - row.begin()));
}

}  // namespace

std::optional<std::variant<Intervention, TableCpd>> take_mechanism(TokenCursor& cursor,
                                                                   const BayesianNetwork& network) {
    return MechanismParser(cursor, network).parse();
}

void validate_mechanisms(const Given& given, const BayesianNetwork& network) {
    if (given.mechanisms.empty()) return;
    std::vector<Arc> arcs;
    std::vector<bool> has_mechanism(network.size(), false);
    for (const TableCpd& mechanism : given.mechanisms) {
        for (std::size_t i = 0; i < mechanism.scope().size(); ++i) {
            const VariableId id = mechanism.scope().variables()[i];
            if (id.index() >= network.size() || !network.variable(id).is_discrete() ||
                network.cardinality(id) != mechanism.cardinalities()[i])
                throw ArgumentError("a mechanism does not fit the variables of the network");
        }
        const std::string& name = network.variable(mechanism.child()).name();
        if (has_mechanism[mechanism.child().index()])
            throw ArgumentError(in_quotes(name) + " is set twice by do()");
        has_mechanism[mechanism.child().index()] = true;
        require_row_sums(mechanism, name);
        for (const VariableId parent : mechanism.parents())
            arcs.push_back({parent, mechanism.child()});
    }
    for (const Intervention& set : given.interventions)
        if (set.variable.index() < network.size() && has_mechanism[set.variable.index()])
            throw ArgumentError(in_quotes(network.variable(set.variable).name()) +
                                " is set twice by do()");
    for (const Arc& arc : network.dag().arcs())
        if (!has_mechanism[arc.child.index()]) arcs.push_back(arc);
    const std::optional<std::vector<VariableId>> cycle = find_cycle(network.size(), arcs);
    if (!cycle) return;
    std::string path;
    for (const VariableId id : *cycle) path += printable_word(network.variable(id).name()) + " -> ";
    throw ArgumentError("do() makes a variable depend on itself: " + path +
                        printable_word(network.variable(cycle->front()).name()));
}

BayesianNetwork with_mechanisms(const BayesianNetwork& network, const Given& given) {
    if (given.mechanisms.empty()) return network;
    NetworkBuilder builder(network);
    for (const TableCpd& mechanism : given.mechanisms) builder.set_cpd(mechanism);
    return builder.build();
}

std::string format_mechanism(const BayesianNetwork& network, const TableCpd& mechanism) {
    const Variable& variable = network.variable(mechanism.child());
    const std::string name = quoted_if_needed(variable.name());
    if (mechanism.parents().empty()) {
        std::string numbers;
        for (const double number : mechanism.row(0))
            numbers += (numbers.empty() ? "" : ", ") + to_text(number);
        return name + " ~ [" + numbers + "]";
    }
    std::vector<Expression> rows;  // those that have not the state of the first one
    std::optional<StateId> other;
    const std::optional<StateId> first = certain_state(mechanism.row(0));
    bool is_copy = mechanism.parents().size() == 1, is_rule = first.has_value();
    const auto sizes = mechanism.cardinalities();
    const Scope parents({mechanism.parents().begin(), mechanism.parents().end()},
                        {sizes.begin(), sizes.end() - 1});
    for (std::size_t row = 0; row < mechanism.row_count(); ++row) {
        const std::optional<StateId> state = certain_state(mechanism.row(row));
        const std::vector<StateId> at = parents.states(row);
        is_copy = is_copy && state &&
                  network.variable(parents.variables()[0]).state(at[0]) == variable.state(*state);
        if (state == first) continue;
        is_rule = is_rule && state && (!other || state == other);
        other = state;
        std::vector<Expression> conditions;
        for (std::size_t i = 0; i < at.size(); ++i)
            conditions.push_back(is(parents.variables()[i], at[i]));
        rows.push_back(all_of(std::move(conditions)));
    }
    if (is_copy)
        return name + " := " + quoted_if_needed(network.variable(parents.variables()[0]).name());
    if (is_rule && other)
        return name + " := if " + format(network, any_of(std::move(rows))) + " then " +
               quoted_if_needed(variable.state(*other)) + " else " +
               quoted_if_needed(variable.state(*first));
    std::string names;
    for (const VariableId parent : mechanism.parents())
        names += (names.empty() ? "" : ", ") + quoted_if_needed(network.variable(parent).name());
    return name + " ~ P(" + name + " | " + names + ")";
}

}  // namespace pgm::detail
