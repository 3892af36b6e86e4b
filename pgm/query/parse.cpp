#include <pgm/query/parse.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/query/detail/name_lookup.hpp>
#include <pgm/query/detail/parse_expression.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pgm {

using namespace detail;

namespace {

constexpr std::string_view bar_means_given =
    "'|' means given and stands once; for a disjunction write 'or' or '||'";

/// A bare name is followed by what ends an item.
bool is_bare_name(const TokenCursor& cursor, const BayesianNetwork& network) {
    if (!cursor.at(TokenKind::word) && !cursor.at(TokenKind::quoted)) return false;
    const TokenKind next = cursor.peek(name_length(cursor, network)).kind;
    return next == TokenKind::comma || next == TokenKind::bar || next == TokenKind::close ||
           next == TokenKind::end;
}

class QueryParser {
public:
    QueryParser(const BayesianNetwork& network, std::string_view text)
        : cursor_(text), network_(network) {
        query_.text = text;
    }

    Query parse() && {
        take_head();
        query_.asked = is_argmax_ ? take_left_of_argmax() : take_left_of_probability();
        if (cursor_.take_if(TokenKind::bar)) take_given();
        take_tail();
        return std::move(query_);
    }

private:
    using Asked = decltype(Query::asked);

    /// "P(" or "argmax(".
    void take_head() {
        const Token head = cursor_.take();
        is_argmax_ = is_keyword(head, "argmax");
        if (!is_argmax_ && !is_keyword(head, "p")) {
            throw ParseError("expected P(...) or argmax(...), found " + described(head),
                             place_of(head), "for example P(A | B=b)");
        }
        cursor_.expect(TokenKind::open, "'('");
    }

    /// Names ask for a distribution, conditions for a probability.
    Asked take_left_of_probability() {
        std::vector<VariableId> targets;
        std::vector<Expression> conjuncts;
        std::optional<Token> first_name;
        do {
            if (is_end_of_item() || cursor_.at(TokenKind::end)) {
                throw ParseError(
                    "expected a variable or a condition, found " + described(cursor_.peek()),
                    place_of(cursor_.peek()));
            }
            if (is_bare_name(cursor_, network_)) {
                const Token name = cursor_.joined(name_length(cursor_, network_));
                take_target(targets);
                if (!conjuncts.empty()) throw_mixed(name);
                if (!first_name) first_name = name;
            } else {
                conjuncts.push_back(parse_expression(cursor_, network_));
                if (first_name) throw_mixed(*first_name);
            }
        } while (cursor_.take_if(TokenKind::comma));
        if (conjuncts.empty()) return DistributionOf{std::move(targets)};
        return ProbabilityOf{all_of(std::move(conjuncts))};
    }

    [[noreturn]] void throw_mixed(const Token& name) const {
        throw ParseError("'" + printable(name.text) +
                             "' has no state here, other parts of the question have one",
                         place_of(name),
                         "ask either for a distribution, P(A, B), or for the probability of an "
                         "event, P(A=a, B=b)");
    }

    Asked take_left_of_argmax() {
        if (cursor_.at(TokenKind::word) && cursor_.peek().text == "*") {
            cursor_.take();
            return MostProbableExplanationOf{};
        }
        std::vector<VariableId> targets;
        do {
            take_target(targets);
        } while (cursor_.take_if(TokenKind::comma));
        return MostProbableAssignmentOf{std::move(targets)};
    }

    void take_target(std::vector<VariableId>& targets) {
        const Token name = take_name(cursor_, network_, "a variable");
        const VariableId target = discrete_variable_named(network_, name);
        if (is_argmax_ && !is_end_of_item()) {
            throw ParseError(
                "expected ',', '|' or ')', found " + described(cursor_.peek()),
                place_of(cursor_.peek()),
                cursor_.at(TokenKind::end)
                    ? ""
                    : "argmax takes names of variables; what is known stands on the right of '|'");
        }
        if (!asked_.insert(target).second)
            throw ParseError("'" + printable(name.text) + "' is asked for twice", place_of(name));
        targets.push_back(target);
    }

    bool is_end_of_item() const {
        return cursor_.at(TokenKind::comma) || cursor_.at(TokenKind::bar) ||
               cursor_.at(TokenKind::close);
    }

    void take_given() {
        do {
            if (is_keyword(cursor_.peek(), "do") && cursor_.peek(1).kind == TokenKind::open) {
                take_interventions();
            } else if (is_continuous_name(cursor_.joined(name_length(cursor_, network_)))) {
                const auto [variable, value] =
                    take_value(take_name(cursor_, network_, "a variable"));
                query_.given.observations.push_back({variable, value});
            } else {
                query_.given.conditions.push_back(parse_expression(cursor_, network_));
            }
        } while (cursor_.take_if(TokenKind::comma));
    }

    bool is_continuous_name(const Token& token) const {
        const bool may_be_name = token.kind == TokenKind::word || token.kind == TokenKind::quoted;
        const auto id = may_be_name ? network_.find(token.text) : std::nullopt;
        return id && !network_.variable(*id).is_discrete();
    }

    /// After the name of a continuous variable: "= 1.8".
    std::pair<VariableId, double> take_value(const Token& name) {
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
        if (!valued_.insert(variable).second)
            throw ParseError("'" + printable(name.text) + "' is given two values", place_of(name));
        return {variable, *value};
    }

    /// do(A=a, B=b)
    void take_interventions() {
        cursor_.take();
        cursor_.take();
        do {
            const Token name = take_name(cursor_, network_, "a variable");
            if (is_continuous_name(name)) {
                const auto [variable, value] = take_value(name);
                query_.given.interventions.push_back({variable, value});
                continue;
            }
            const VariableId id = discrete_variable_named(network_, name);
            cursor_.expect(TokenKind::equal, "'='", "do() sets a variable to one state: do(X=x)");
            set_to(id, take_state(cursor_, network_.variable(id)), name);
        } while (cursor_.take_if(TokenKind::comma));
        cursor_.expect(TokenKind::close, "',' or ')'");
    }

    void set_to(VariableId variable, StateId state, const Token& name) {
        const auto [earlier, first] = set_.try_emplace(variable, state);
        if (first) {
            query_.given.interventions.push_back({variable, state});
        } else if (earlier->second != state) {
            throw ParseError("'" + printable(name.text) + "' is set to two states at once",
                             place_of(name));
        }
    }

    void take_tail() {
        if (cursor_.at(TokenKind::bar))
            throw ParseError("a second '|'", place_of(cursor_.peek()),
                             std::string(bar_means_given));
        cursor_.expect(TokenKind::close, query_.given.empty() ? "',', '|' or ')'" : "',' or ')'");
        if (!cursor_.at(TokenKind::end)) {
            throw ParseError("unexpected " + described(cursor_.peek()) + " after the question",
                             place_of(cursor_.peek()));
        }
    }

    TokenCursor cursor_;
    const BayesianNetwork& network_;
    Query query_{MostProbableExplanationOf{}};
    bool is_argmax_ = false;
    std::set<VariableId> asked_;
    std::map<VariableId, StateId> set_;  ///< by do()
    std::set<VariableId> valued_;        ///< continuous variables, observed or set
};

}  // namespace

Query parse_query(const BayesianNetwork& network, std::string_view text) {
    return QueryParser(network, text).parse();
}

}  // namespace pgm
