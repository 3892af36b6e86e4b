#include <pgm/query/detail/parse_linear_condition.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/linear_sum.hpp>

#include <cmath>
#include <optional>
#include <string>

namespace pgm::detail {
namespace {

bool is_comparison(const Token& token) {
    return token.kind == TokenKind::less || token.kind == TokenKind::less_equal ||
           token.kind == TokenKind::greater || token.kind == TokenKind::greater_equal;
}

/// A quantity above (or from) or below (or up to) a number.
Interval beyond(TokenKind comparison, double bound) {
    switch (comparison) {
        case TokenKind::greater:
            return {.above = bound};
        case TokenKind::greater_equal:
            return {.above = std::nextafter(bound, -infinity)};
        case TokenKind::less:
            return {.up_to = std::nextafter(bound, -infinity)};
        default:
            return {.up_to = bound};
    }
}

/// The comparison that says the same with its sides exchanged.
TokenKind turned(TokenKind comparison) {
    switch (comparison) {
        case TokenKind::greater:
            return TokenKind::less;
        case TokenKind::greater_equal:
            return TokenKind::less_equal;
        case TokenKind::less:
            return TokenKind::greater;
        default:
            return TokenKind::greater_equal;
    }
}

/// True if a word is a sum of continuous variables, "X-Y".
bool is_glued_sum(const Token& token, const BayesianNetwork& network) {
    const std::optional<LinearSum> sum = glued_sum_at(token, network);
    return sum && !network.variable(sum->terms.front().variable).is_discrete();
}

class LinearParser {
public:
    LinearParser(TokenCursor& cursor, const BayesianNetwork& network)
        : cursor_(cursor), network_(network) {}

    Expression parse() {
        LinearSum left = take_sum();
        if (is_comparison(cursor_.peek())) return take_comparisons(std::move(left));
        const bool is_negated = is_keyword(cursor_.peek(), "not");
        const Token& in = cursor_.peek(is_negated ? 1 : 0);
        if (in.kind == TokenKind::in_sign || in.kind == TokenKind::not_in_sign ||
            is_keyword(in, "in")) {
            const bool is_outside = is_negated || in.kind == TokenKind::not_in_sign;
            cursor_.take_joined(is_negated ? 2 : 1);
            Expression inside = made(std::move(left), take_interval());
            return is_outside ? not_of(std::move(inside)) : inside;
        }
        if (cursor_.at(TokenKind::equal) || cursor_.at(TokenKind::not_equal)) refuse_equation(left);
        throw ParseError("expected <, <=, >, >= or in after " + quoted(left) + ", found " +
                             described(cursor_.peek()),
                         place_of(cursor_.peek()),
                         "a condition on values compares: " + example(left) + " > 3");
    }

private:
    std::string quoted(const LinearSum& sum) const { return "'" + printable(example(sum)) + "'"; }

    std::string example(const LinearSum& sum) const {
        if (sum.is_number()) return pgm::to_text(sum.constant);
        return printable_word(network_.variable(sum.terms.front().variable).name());
    }

    LinearSum take_sum() { return take_linear_sum(cursor_, network_); }

    Expression take_comparisons(LinearSum left) {
        const Token first = cursor_.take();
        LinearSum middle = take_sum();
        if (!is_comparison(cursor_.peek())) return compared(std::move(left), first, middle);
        const Token second = cursor_.take();
        const LinearSum right = take_sum();
        const bool ascends = first.kind == TokenKind::less || first.kind == TokenKind::less_equal;
        const bool second_ascends =
            second.kind == TokenKind::less || second.kind == TokenKind::less_equal;
        if (!left.is_number() || !right.is_number() || middle.is_number() ||
            ascends != second_ascends)
            throw ParseError("two comparisons are of one quantity between two numbers",
                             place_of(second), "for example 1 < X <= 3");
        const Interval a = beyond(turned(first.kind), left.constant - middle.constant);
        const Interval b = beyond(second.kind, right.constant - middle.constant);
        return made(std::move(middle), {std::max(a.above, b.above), std::min(a.up_to, b.up_to)},
                    true);
    }

    Expression compared(LinearSum left, const Token& sign, const LinearSum& right) {
        for (const LinearSum::Term& term : right.terms)
            left.terms.push_back({term.variable, -term.coefficient});
        const double bound = right.constant - left.constant;
        return made(std::move(left), beyond(sign.kind, bound), true);
    }

    /// `is_shifted` says that the interval is without the constant of the sum.
    Expression made(LinearSum sum, Interval interval, bool is_shifted = false) {
        if (!is_shifted) {
            interval.above -= sum.constant;
            interval.up_to -= sum.constant;
        }
        const Token first = sum.first;
        LinearCondition condition{.interval = interval};
        for (const LinearSum::Term& term : sum.terms)
            condition.terms.push_back({term.variable, term.coefficient});
        Expression expression(std::move(condition));
        try {
            validate(expression, network_);
        } catch (const ArgumentError& error) {
            throw ParseError(error.message(), place_of(first), error.hint());
        }
        return expression;
    }

    /// "[1, 3]", "(1, 3]", "[1, 3)" or "(1, 3)".
    Interval take_interval() {
        const Token start = cursor_.peek();
        const bool is_open = cursor_.take_if(TokenKind::open);
        if (!is_open && (start.kind != TokenKind::word || !start.text.starts_with('[')))
            throw ParseError("expected an interval, [1, 3] or (1, 3], found " + described(start),
                             place_of(start), "the set of states of a discrete variable is {a, b}");
        const double low = take_bound(is_open ? "" : "[", "");
        cursor_.expect(TokenKind::comma, "','", "an interval has two bounds, [1, 3]");
        const bool is_glued =
            cursor_.peek().kind == TokenKind::word && cursor_.peek().text.ends_with(']');
        const double high = take_bound("", is_glued ? "]" : "");
        bool is_open_above = false;
        if (!is_glued && is_word(cursor_.peek(), "]")) {
            cursor_.take();
        } else if (!is_glued) {
            cursor_.expect(TokenKind::close, "']' or ')'");
            is_open_above = true;
        }
        return {is_open ? low : std::nextafter(low, -infinity),
                is_open_above ? std::nextafter(high, -infinity) : high};
    }

    /// A number with a bracket before or behind it, which may be a word of its own.
    double take_bound(std::string_view before, std::string_view behind) {
        Token token = cursor_.take();
        std::string text = token.text.substr(std::min(before.size(), token.text.size()));
        if (!before.empty() && text.empty()) {
            token = cursor_.take();
            text = token.text;
        }
        if (!behind.empty()) text.resize(text.size() - behind.size());
        const std::optional<double> number =
            token.kind == TokenKind::word ? parse_number(text) : std::nullopt;
        if (number) return *number;
        throw ParseError("expected a number as the bound of an interval, found " + described(token),
                         place_of(token));
    }

    [[noreturn]] void refuse_equation(const LinearSum& left) const {
        const std::string name = example(left);
        throw ParseError(quoted(left) +
                             " is continuous: that it is one number has a density, and "
                             "the probability 0",
                         place_of(cursor_.peek()),
                         "ask for P(" + name + ") or an interval, P(1 < " + name +
                             " <= 3); what was measured stands on the right of '|'");
    }

    TokenCursor& cursor_;
    const BayesianNetwork& network_;
};

}  // namespace

bool begins_linear_condition(const TokenCursor& cursor, const BayesianNetwork& network) {
    if (network.is_discrete()) return false;
    if (const std::optional<VariableId> id = variable_at(cursor, network))
        return !network.variable(*id).is_discrete();
    const Token& first = cursor.peek();
    if (is_word(first, "-") || is_word(first, "+") || number_at(first)) return true;
    return is_glued_sum(first, network);
}

Expression parse_linear_condition(TokenCursor& cursor, const BayesianNetwork& network) {
    return LinearParser(cursor, network).parse();
}

}  // namespace pgm::detail
