#include <pgm/query/query_text.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/model/detail/name_lookup.hpp>
#include <pgm/query/detail/parse_expression.hpp>
#include <pgm/query/detail/parse_given.hpp>
#include <pgm/query/detail/parse_question.hpp>

#include <charconv>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace pgm {

using namespace detail;

namespace {

bool begins_number(std::string_view text) {
    return !text.empty() && (text.front() == '.' || (text.front() >= '0' && text.front() <= '9'));
}

/// Reads a sum of products of numbers, questions and parentheses, by recursive descent.
class FormulaParser {
    using Operator = FormulaNode::Operator;

public:
    FormulaParser(const BayesianNetwork& network, std::string_view text)
        : network_(network), text_(text) {}

    /// True if the text is more than one question.
    bool is_formula() {
        skip_blanks();
        if (!begins_question(rest())) return at('(') || at('-') || begins_number(rest());
        at_ += question_length(rest());
        skip_blanks();
        const bool goes_on = at('+') || at('-') || at('*') || at('/');
        at_ = 0;
        return goes_on;
    }

    Query parse() && {
        take_sum();
        if (at_ < text_.size())
            fail("unexpected '" + std::string(1, text_[at_]) + "' after the question",
                 "questions for numbers are joined by + - * / and parentheses");
        Query query{std::move(formula_)};
        query.text = text_;
        return query;
    }

private:
    void take_sum() {
        take_product();
        while (at('+') || at('-')) {
            const Operator sign = at('+') ? Operator::add : Operator::subtract;
            ++at_;
            take_product();
            add(sign);
        }
    }

    void take_product() {
        take_factor();
        while (at('*') || at('/')) {
            const Operator sign = at('*') ? Operator::multiply : Operator::divide;
            ++at_;
            take_factor();
            add(sign);
        }
    }

    /// Leaves the next character that is no blank.
    void take_factor() {
        skip_blanks();
        if (at('-')) {
            ++at_;
            add(-1.0);
            enter(&FormulaParser::take_factor);
            add(Operator::multiply);
        } else if (at('(')) {
            ++at_;
            enter(&FormulaParser::take_sum);
            if (!at(')')) fail("expected ')' or a sign of arithmetic", "a parenthesis is open");
            ++at_;
        } else if (begins_number(rest())) {
            take_number();
        } else {
            take_question();
        }
        skip_blanks();
    }

    void enter(void (FormulaParser::*take)()) {
        if (++nesting_ > deepest_nesting) fail("parentheses are nested too deeply", {});
        (this->*take)();
        --nesting_;
    }

    void take_number() {
        double number = 0;
        const char* const begin = text_.data() + at_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), number);
        if (error != std::errc()) fail("a number that is out of range", {});
        at_ += static_cast<std::size_t>(end - begin);
        add(number);
    }

    void take_question() {
        const std::size_t begin = at_;
        const std::string_view text = rest().substr(0, question_length(rest()));
        try {
            Query query = parse_question(network_, text);
            if (!asks_for_number(query, network_))
                throw ParseError("'" + printable(query.text) + "' does not ask for one number",
                                 {.column = 1},
                                 "a ratio or difference is of numbers, as P(A=a | B=b) or E(X)");
            add(std::move(query));
        } catch (const ParseError& error) {
            Location location = error.location();
            location.column += static_cast<std::uint32_t>(begin);
            throw ParseError(error.message(), location, error.hint());
        }
        at_ += text.size();
    }

    void add(auto content) { formula_.nodes.emplace_back().content = std::move(content); }
    std::string_view rest() const { return text_.substr(at_); }
    bool at(char sign) const { return at_ < text_.size() && text_[at_] == sign; }
    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }
    [[noreturn]] void fail(std::string message, std::string hint) const {
        throw ParseError(std::move(message), {.column = static_cast<std::uint32_t>(at_ + 1)},
                         std::move(hint));
    }

    const BayesianNetwork& network_;
    std::string_view text_;
    std::size_t at_ = 0, nesting_ = 0;
    FormulaOf formula_;
};

}  // namespace

Query parse_query(const BayesianNetwork& network, std::string_view text) {
    FormulaParser formula(network, text);
    return formula.is_formula() ? std::move(formula).parse() : parse_question(network, text);
}

Given parse_given(const BayesianNetwork& network, std::string_view text) {
    TokenCursor cursor(text);
    if (cursor.at(TokenKind::end)) return {};
    Given given = take_given(cursor, network);
    if (cursor.at(TokenKind::bar)) {
        throw ParseError("'|' has no place in evidence", place_of(cursor.peek()),
                         "evidence is what stands on its right in a question; for a disjunction "
                         "write 'or' or '||'");
    }
    if (!cursor.at(TokenKind::end))
        cursor.fail_expected("',' between two findings",
                             "a name with signs, or with the words and, or, not, in, is put in "
                             "quotes");
    return given;
}

}  // namespace pgm
