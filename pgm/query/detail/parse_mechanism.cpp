#include <pgm/query/detail/parse_mechanism.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/detail/linear_sum.hpp>
#include <pgm/model/detail/name_lookup.hpp>
#include <pgm/query/detail/mechanisms.hpp>
#include <pgm/query/detail/parse_expression.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

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
            std::visit(Overloaded{[&](const TableCpd& table) {
                                      validate_mechanisms({&table, 1}, network_);
                                  },
                                  [](const Intervention&) {}},
                       mechanism);
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

}  // namespace

std::optional<std::variant<Intervention, TableCpd>> take_mechanism(TokenCursor& cursor,
                                                                   const BayesianNetwork& network) {
    return MechanismParser(cursor, network).parse();
}

}  // namespace pgm::detail
