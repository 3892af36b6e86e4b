#include <pgm/query/detail/parse_linear_condition.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/query/detail/name_lookup.hpp>

#include <cmath>
#include <optional>
#include <string>

namespace pgm::detail {
namespace {

/// c_1 X_1 + ... + c_n X_n + constant, and where it stands.
struct Sum {
    std::vector<LinearCondition::Term> terms;
    double constant = 0;
    Token first;

    bool is_number() const { return terms.empty(); }
};

bool is_comparison(const Token& token) {
    return token.kind == TokenKind::less || token.kind == TokenKind::less_equal ||
           token.kind == TokenKind::greater || token.kind == TokenKind::greater_equal;
}

bool is_word(const Token& token, std::string_view text) {
    return token.kind == TokenKind::word && token.text == text;
}

std::optional<double> number_at(const Token& token) {
    return token.kind == TokenKind::word ? parse_number(token.text) : std::nullopt;
}

/// The variable whose name begins here, if there is one.
std::optional<VariableId> variable_at(const TokenCursor& cursor, const BayesianNetwork& network) {
    const Token& first = cursor.peek();
    if (first.kind != TokenKind::quoted && (first.kind != TokenKind::word || is_reserved(first)))
        return std::nullopt;
    return network.find(cursor.joined_text(name_length(cursor, network)));
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

/// Whether a word is a sum whose signs have no blanks around them: "X-Y".
bool is_glued_sum(const Token& token, const BayesianNetwork& network) {
    const std::size_t sign = token.text.find_first_of("+-*");
    if (token.kind != TokenKind::word || sign == 0 || sign == std::string::npos) return false;
    const std::optional<VariableId> first = network.find(token.text.substr(0, sign));
    return first && !network.variable(*first).is_discrete();
}

class LinearParser {
public:
    LinearParser(TokenCursor& cursor, const BayesianNetwork& network)
        : cursor_(cursor), network_(network) {}

    Expression parse() {
        Sum left = take_sum();
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
    std::string quoted(const Sum& sum) const { return "'" + printable(example(sum)) + "'"; }

    std::string example(const Sum& sum) const {
        if (sum.is_number()) return pgm::to_text(sum.constant);
        return printable_word(network_.variable(sum.terms.front().variable).name());
    }

    Sum take_sum() {
        Sum sum;
        sum.first = cursor_.peek();
        double sign = 1;
        for (bool is_first = true;; is_first = false) {
            bool has_sign = false;
            while (is_word(cursor_.peek(), "-") || is_word(cursor_.peek(), "+")) {
                if (cursor_.take().text == "-") sign = -sign;
                has_sign = true;
            }
            const bool goes_on = is_first || has_sign || number_at(cursor_.peek()).has_value();
            if (!goes_on) return sum;
            take_term(sum, sign);
            sign = 1;
        }
    }

    void take_term(Sum& sum, double sign) {
        const std::optional<VariableId> named = variable_at(cursor_, network_);
        const std::optional<double> number = named ? std::nullopt : number_at(cursor_.peek());
        double factor = sign;
        if (number) {
            cursor_.take();
            factor *= *number;
            if (is_word(cursor_.peek(), "*")) cursor_.take();
            if (!variable_at(cursor_, network_)) {
                sum.constant += factor;
                return;
            }
        } else if (!named) {
            if (take_product(sum, sign)) return;
        }
        const Token name = take_name(cursor_, network_, "a continuous variable or a number");
        add(sum, name, factor);
    }

    /// "2*Y", which is one word.
    bool take_product(Sum& sum, double sign) {
        const Token token = cursor_.peek();
        const std::size_t star = token.text.find('*');
        if (token.kind != TokenKind::word || star == std::string::npos) return false;
        const std::optional<double> number = parse_number(token.text.substr(0, star));
        if (!number || !network_.find(token.text.substr(star + 1))) return false;
        Token name = cursor_.take();
        name.text = name.text.substr(star + 1);
        add(sum, name, sign * *number);
        return true;
    }

    void add(Sum& sum, const Token& name, double factor) {
        const std::optional<VariableId> id = network_.find(name.text);
        if (!id) {
            const bool has_sign = name.text.find_first_of("+-*/") != std::string::npos;
            throw ParseError("no variable '" + printable(name.text) + "'", place_of(name),
                             has_sign ? "signs of a sum stand between blanks: X - 2 Y"
                                      : did_you_mean(name.text, names_of(network_.variables())));
        }
        if (network_.variable(*id).is_discrete())
            throw ParseError(
                "'" + printable(name.text) + "' is discrete and has states, not values",
                place_of(name), "only continuous variables are added up and compared");
        sum.terms.push_back({*id, factor});
    }

    Expression take_comparisons(Sum left) {
        const Token first = cursor_.take();
        Sum middle = take_sum();
        if (!is_comparison(cursor_.peek())) return compared(std::move(left), first, middle);
        const Token second = cursor_.take();
        const Sum right = take_sum();
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

    Expression compared(Sum left, const Token& sign, const Sum& right) {
        for (const LinearCondition::Term& term : right.terms)
            left.terms.push_back({term.variable, -term.coefficient});
        const double bound = right.constant - left.constant;
        return made(std::move(left), beyond(sign.kind, bound), true);
    }

    /// `is_shifted` says that the interval is without the constant of the sum.
    Expression made(Sum sum, Interval interval, bool is_shifted = false) {
        if (!is_shifted) {
            interval.above -= sum.constant;
            interval.up_to -= sum.constant;
        }
        const Token first = sum.first;
        Expression expression(LinearCondition{std::move(sum.terms), interval});
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

    [[noreturn]] void refuse_equation(const Sum& left) const {
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
    const std::size_t star =
        first.kind == TokenKind::word ? first.text.find('*') : std::string::npos;
    return is_glued_sum(first, network) ||
           (star != std::string::npos && parse_number(first.text.substr(0, star)).has_value());
}

Expression parse_linear_condition(TokenCursor& cursor, const BayesianNetwork& network) {
    return LinearParser(cursor, network).parse();
}

}  // namespace pgm::detail
