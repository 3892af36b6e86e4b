#include <pgm/query/detail/parse_given.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/detail/linear_sum.hpp>
#include <pgm/model/detail/name_lookup.hpp>
#include <pgm/query/detail/parse_expression.hpp>
#include <pgm/query/detail/parse_mechanism.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::detail {
namespace {

/// True if an item ends that many tokens ahead.
bool ends_item(const TokenCursor& cursor, std::size_t ahead) {
    const TokenKind next = cursor.peek(ahead).kind;
    return next == TokenKind::comma || next == TokenKind::bar || next == TokenKind::close ||
           next == TokenKind::end;
}

/// The sign between a variable and a list of numbers.
enum class SoftSign { equal, tilde };

enum class ValueKind { observed, set };

class GivenParser {
public:
    GivenParser(TokenCursor& cursor, const BayesianNetwork& network, std::vector<ForEach>* for_each)
        : cursor_(cursor), network_(network), for_each_(for_each) {}

    Given parse() && {
        do {
            take_item();
        } while (cursor_.take_if(TokenKind::comma));
        return std::move(given_);
    }

private:
    void take_item() {
        if (is_keyword(cursor_.peek(), "do") && cursor_.peek(1).kind == TokenKind::open)
            return take_interventions();
        const std::size_t length = name_length(cursor_, network_);
        refuse_likely_slips(length);
        if (for_each_ != nullptr && is_bare_name(cursor_, network_)) return take_each(false);
        if (cursor_.peek(length).kind == TokenKind::equal && is_continuous_name(length)) {
            take_value(take_name(cursor_, network_, "a variable"), ValueKind::observed);
        } else if (const auto sign = soft_sign(length)) {
            take_soft_evidence(*sign);
        } else {
            given_.conditions.push_back(parse_expression(cursor_, network_));
        }
    }

    /// A decimal comma, and do without parentheses or in brackets.
    void refuse_likely_slips(std::size_t length) {
        const Token& first = cursor_.peek();
        if (!last_number_.empty() && number_at(first) && ends_item(cursor_, 1))
            throw ParseError("expected a variable, found " + described(first), place_of(first),
                             "numbers have a decimal point: " + last_number_ + "." + first.text);
        const Token name = cursor_.joined(length);
        const Token& value = cursor_.peek(length + 1);
        const bool is_equation =
            cursor_.peek(length).kind == TokenKind::equal && value.kind == TokenKind::word;
        last_number_ = is_equation && number_at(value)
                           ? printable_word(name.text) + "=" + printable(value.text)
                           : "";
        const bool has_brackets = name.text.starts_with("do[");
        if (!is_keyword(first, "do") && !has_brackets) return;
        const std::string set = name.text.substr(std::min<std::size_t>(3, name.text.size()));
        std::string state = value.text;
        if (has_brackets && state.ends_with(']')) state.pop_back();
        if (network_.find(set))
            throw ParseError("no variable '" + printable(name.text) + "'", place_of(name),
                             "an intervention has parentheses: do(" + printable_word(set) +
                                 (is_equation ? "=" + printable_word(state) : "") + ")");
    }

    /// A variable without a state.
    void take_each(bool is_set) {
        const Token name = take_name(cursor_, network_, "a variable");
        const VariableId variable = variable_named(network_, name);
        if (!network_.variable(variable).is_discrete())
            throw ParseError(
                "'" + printable(name.text) + "' is continuous and has no states", place_of(name),
                "give it a value, " + printable_word(name.text) + "=1.5, or an interval");
        for (const ForEach& each : *for_each_)
            if (each.variable == variable)
                throw ParseError("'" + printable(name.text) + "' stands here twice",
                                 place_of(name));
        for_each_->push_back({variable, is_set});
    }

    /// True if so many tokens are the name of a continuous variable.
    bool is_continuous_name(std::size_t length) const {
        if (network_.is_discrete()) return false;
        const TokenKind first = cursor_.peek().kind;
        const bool may_be_name = first == TokenKind::word || first == TokenKind::quoted;
        const auto id = may_be_name ? network_.find(cursor_.joined_text(length)) : std::nullopt;
        return id && !network_.variable(*id).is_discrete();
    }

    /// True if soft evidence begins here, with a name of that many tokens. A state whose name
    /// begins with a bracket is a state.
    std::optional<SoftSign> soft_sign(std::size_t length) const {
        const Token& first = cursor_.peek();
        if (first.kind != TokenKind::quoted &&
            (first.kind != TokenKind::word || is_reserved(first)))
            return std::nullopt;
        const Token& sign = cursor_.peek(length);
        if (sign.kind == TokenKind::tilde) return SoftSign::tilde;
        const Token& value = cursor_.peek(length + 1);
        if (sign.kind != TokenKind::equal || value.kind != TokenKind::word ||
            !value.text.starts_with('['))
            return std::nullopt;
        const auto id = network_.find(cursor_.joined_text(length));
        if (id && begins_state(length + 1, network_.variable(*id))) return std::nullopt;
        return SoftSign::equal;
    }

    /// True if a state begins that many tokens ahead. Looks at a few tokens in a text of their own:
    /// a copy of the cursor would be one of the whole text.
    bool begins_state(std::size_t ahead, const Variable& variable) const {
        constexpr std::size_t most = 8;  // of an interval (state_length())
        const std::string text = cursor_.joined(ahead + most).text;
        TokenCursor window(text);
        window.take_joined(ahead);
        return state_length(window, variable) > 0;
    }

    /// xray=[0.9, 0.2] or xray~[0.7, 0.3]
    void take_soft_evidence(SoftSign sign) {
        const Token name = take_name(cursor_, network_, "a variable");
        const VariableId variable = discrete_variable_named(network_, name);
        cursor_.take();
        const Token list = cursor_.peek();
        if (!begins_number_list(cursor_))
            cursor_.fail_expected(
                "'['", "the probabilities of the states after the evidence, in their order, " +
                           printable_word(name.text) + "~[...]; 'not' is written not or !");
        const std::vector<double> numbers = take_number_list(cursor_);
        Given soft;
        const bool is_posterior = sign == SoftSign::tilde;
        if (is_posterior) {
            soft.posteriors.push_back({variable, numbers});
        } else {
            soft.likelihoods.push_back({variable, numbers});
        }
        try {
            validate(soft, network_);
        } catch (const Error& error) {
            throw ParseError(error.message(), place_of(list), error.hint());
        }
        if (!is_posterior) {
            given_.likelihoods.push_back(std::move(soft.likelihoods.front()));
            return;
        }
        const auto [earlier, first] = imposed_.try_emplace(variable, numbers);
        if (first) {
            given_.posteriors.push_back(std::move(soft.posteriors.front()));
        } else if (earlier->second != numbers) {
            throw ParseError("'" + printable(name.text) + "' is given two posterior distributions",
                             place_of(list));
        }
    }

    /// After the name of a continuous variable: "= 1.8".
    void take_value(const Token& name, ValueKind kind) {
        cursor_.expect(TokenKind::equal, "'='",
                       "'" + printable(name.text) +
                           "' is continuous: what can be known of it is a value, " +
                           printable_word(name.text) + "=1.5");
        const Token text = cursor_.peek();
        const auto value = text.kind == TokenKind::word || text.kind == TokenKind::quoted
                               ? parse_number(text.text)
                               : std::nullopt;
        if (!value)
            throw ParseError("expected a number for '" + printable(name.text) +
                                 "', which is continuous, found " + described(text),
                             place_of(text));
        cursor_.take();
        const VariableId variable = *network_.find(name.text);
        const auto [earlier, first] = valued_.try_emplace(variable, kind, *value);
        if (earlier->second != std::pair(kind, *value))
            throw ParseError("'" + printable(name.text) + "' is given two values", place_of(name));
        if (!first) return;
        if (kind == ValueKind::observed) {
            given_.observations.push_back({variable, *value});
        } else {
            given_.interventions.push_back({variable, *value});
        }
    }

    /// do(A=a, B=b)
    void take_interventions() {
        cursor_.take();
        cursor_.take();
        do {
            if (for_each_ != nullptr && is_bare_name(cursor_, network_)) {
                take_each(true);
                continue;
            }
            if (const auto mechanism = take_mechanism(cursor_, network_)) {
                take(*mechanism);
                continue;
            }
            const bool is_continuous = is_continuous_name(name_length(cursor_, network_));
            const Token name = take_name(cursor_, network_, "a variable");
            if (is_continuous) {
                take_value(name, ValueKind::set);
                continue;
            }
            const VariableId id = discrete_variable_named(network_, name);
            cursor_.expect(TokenKind::equal, "'='", "do() sets a variable to one state: do(X=x)");
            set_to(id, take_state(cursor_, network_.variable(id)), name);
        } while (cursor_.take_if(TokenKind::comma));
        cursor_.expect(TokenKind::close, "',' or ')'");
    }

    void take(const std::variant<Intervention, TableCpd>& mechanism) {
        std::visit(
            Overloaded{[&](const TableCpd& table) { given_.mechanisms.push_back(table); },
                       [&](const Intervention& set) { given_.interventions.push_back(set); }},
            mechanism);
    }

    void set_to(VariableId variable, StateId state, const Token& name) {
        const auto [earlier, first] = set_.try_emplace(variable, state);
        if (first) {
            given_.interventions.push_back({variable, state});
        } else if (earlier->second != state) {
            throw ParseError("'" + printable(name.text) + "' is set to two states at once",
                             place_of(name));
        }
    }

    TokenCursor& cursor_;
    const BayesianNetwork& network_;
    std::vector<ForEach>* for_each_;  ///< null where every variable has a state or value
    Given given_;
    std::string last_number_;                            ///< "X=4", if this is the item before
    std::map<VariableId, std::vector<double>> imposed_;  ///< posteriors
    std::map<VariableId, StateId> set_;                  ///< by do()
    std::map<VariableId, std::pair<ValueKind, double>> valued_;  ///< continuous variables
};

}  // namespace

Given take_given(TokenCursor& cursor, const BayesianNetwork& network,
                 std::vector<ForEach>* for_each) {
    return GivenParser(cursor, network, for_each).parse();
}

bool is_bare_name(const TokenCursor& cursor, const BayesianNetwork& network) {
    if (!cursor.at(TokenKind::word) && !cursor.at(TokenKind::quoted)) return false;
    return ends_item(cursor, name_length(cursor, network));
}

}  // namespace pgm::detail
