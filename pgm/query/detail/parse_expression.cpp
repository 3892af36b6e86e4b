#include <pgm/query/detail/parse_expression.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/detail/name_lookup.hpp>
#include <pgm/query/detail/parse_condition.hpp>

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace pgm::detail {
namespace {

/// An operator on the stack that waits for its right operand, ascending by how tightly it binds. An
/// open parenthesis binds least of all.
enum class PendingOperator : std::uint8_t {
    parenthesis,
    comma,
    disjunction,
    conjunction,
    negation
};

struct Waiter {
    PendingOperator what;
    std::size_t column;
};

/// Dijkstra's shunting yard: a stack of operands and a stack of operators in place of recursion.
class ExpressionParser {
public:
    ExpressionParser(TokenCursor& cursor, const BayesianNetwork& network)
        : cursor_(cursor), network_(network) {}

    Expression parse() {
        do {
            take_prefixes();
            operands_.push_back(parse_condition(cursor_, network_));
            take_closing_parentheses();
        } while (take_operator());
        while (!waiting_.empty()) apply_top();
        return std::move(operands_.back());
    }

private:
    /// "not", "!" and "(" in front of a condition.
    void take_prefixes() {
        for (;;) {
            const Token& token = cursor_.peek();
            if (token.kind == TokenKind::open) {
                push(PendingOperator::parenthesis, token);
                ++open_;
            } else if (token.kind == TokenKind::not_sign || is_keyword(token, "not")) {
                push(PendingOperator::negation, token);
            } else if (token.kind == TokenKind::tilde) {
                throw ParseError("'~' is not the sign of negation", place_of(token),
                                 "write 'not' or '!'");
            } else {
                return;
            }
            cursor_.take();
        }
    }

    void push(PendingOperator what, const Token& token) {
        waiting_.push_back({what, token.column});
        if (what != PendingOperator::parenthesis && what != PendingOperator::negation) return;
        if (++nesting_ > deepest_nesting) {
            throw ParseError("the expression is nested more than " +
                                 std::to_string(deepest_nesting) + " levels deep",
                             place_of(token));
        }
    }

    void take_closing_parentheses() {
        while (open_ > 0 && cursor_.at(TokenKind::close)) {
            while (waiting_.back().what != PendingOperator::parenthesis) apply_top();
            waiting_.pop_back();
            --open_;
            --nesting_;
            cursor_.take();
        }
    }

    /// The operator between two operands, if the expression goes on.
    bool take_operator() {
        const Token& token = cursor_.peek();
        const auto what = operator_of(token);
        if (!what) {
            refuse_implication();
            if (open_ > 0) throw_unclosed(token);
            return false;
        }
        // All operators are associative: an equal one that waits can be applied now.
        while (!waiting_.empty() && waiting_.back().what >= *what) apply_top();
        push(*what, token);
        cursor_.take();
        return true;
    }

    std::optional<PendingOperator> operator_of(const Token& token) const {
        if (token.kind == TokenKind::and_sign || is_keyword(token, "and"))
            return PendingOperator::conjunction;
        if (token.kind == TokenKind::or_sign || is_keyword(token, "or"))
            return PendingOperator::disjunction;
        if (token.kind == TokenKind::comma && open_ > 0) return PendingOperator::comma;
        return std::nullopt;
    }

    void refuse_implication() const {
        const Token& token = cursor_.peek();
        if (token.kind != TokenKind::arrow &&
            (token.kind != TokenKind::equal || cursor_.peek(1).kind != TokenKind::greater))
            return;
        throw ParseError((token.kind == TokenKind::arrow ? "'->'" : "'=>'") +
                             std::string(" is not in the language"),
                         place_of(token),
                         "'if a, then b' is written 'not a or b'; the probability of b where a "
                         "holds is P(b | a)");
    }

    void apply_top() {
        const PendingOperator what = waiting_.back().what;
        waiting_.pop_back();
        if (what == PendingOperator::negation) {
            --nesting_;
            operands_.back() = not_of(std::move(operands_.back()));
            return;
        }
        std::vector<Expression> pair(std::make_move_iterator(operands_.end() - 2),
                                     std::make_move_iterator(operands_.end()));
        operands_.erase(operands_.end() - 2, operands_.end());
        operands_.push_back(what == PendingOperator::disjunction ? any_of(std::move(pair))
                                                                 : all_of(std::move(pair)));
    }

    [[noreturn]] void throw_unclosed(const Token& found) const {
        if (found.kind == TokenKind::bar) {
            throw ParseError("'|' cannot stand inside parentheses", place_of(found),
                             "'|' means given and stands once, at the top level; for a disjunction "
                             "write 'or' or '||'");
        }
        std::size_t column = 0;
        for (const Waiter& waiter : waiting_) {
            if (waiter.what == PendingOperator::parenthesis) column = waiter.column;
        }
        throw ParseError("expected 'and', 'or', ',' or ')', found " + described(found),
                         place_of(found),
                         "the parenthesis at column " + std::to_string(column) + " is open");
    }

    TokenCursor& cursor_;
    const BayesianNetwork& network_;
    std::vector<Expression> operands_;
    std::vector<Waiter> waiting_;
    std::size_t open_ = 0;     ///< parentheses
    std::size_t nesting_ = 0;  ///< parentheses and negations
};

}  // namespace

Expression parse_expression(TokenCursor& cursor, const BayesianNetwork& network) {
    return ExpressionParser(cursor, network).parse();
}

}  // namespace pgm::detail
