#include <pgm/query/query_text.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/detail/name_lookup.hpp>
#include <pgm/query/detail/parse_expression.hpp>
#include <pgm/query/detail/parse_given.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pgm {

using namespace detail;

namespace {

constexpr std::string_view bar_means_given =
    "'|' means given and stands once; for a disjunction write 'or' or '||'";

/// What someone may look for who asks with a word of other languages.
std::string_view hint_for_head(const Token& head) {
    struct Other {
        std::string_view word, hint;
    };
    static constexpr Other others[] = {
        {"h",
         "entropies are not in the language: P(X | B=b) gives the distribution, and 'pgm test' "
         "the mutual information of columns of data"},
        {"map", "the most probable states of A and B are argmax(A, B | C=c)"},
        {"mpe", "the most probable states of all variables are argmax(* | C=c)"},
    };
    for (const Other& other : others)
        if (is_keyword(head, other.word)) return other.hint;
    return "for example P(A | B=b)";
}

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
        query_.asked = take_left();
        if (cursor_.take_if(TokenKind::bar)) query_.given = take_given(cursor_, network_);
        take_tail();
        return std::move(query_);
    }

private:
    using Asked = decltype(Query::asked);

    enum class Head { probability, statistic, argmax };

    /// "P(", "argmax(", or the word for a statistic, as "E(".
    void take_head() {
        const Token head = cursor_.take();
        if (is_keyword(head, "p") || is_keyword(head, "pr"))
            head_ = Head::probability;
        else if (const auto statistic = statistic_of(head)) {
            head_ = Head::statistic;
            statistic_ = *statistic;
        } else if (is_keyword(head, "argmax"))
            head_ = Head::argmax;
        else
            throw ParseError("expected P(...), E(...) or argmax(...), found " + described(head),
                             place_of(head), std::string(hint_for_head(head)));
        cursor_.expect(TokenKind::open, "'('");
    }

    Asked take_left() {
        switch (head_) {
            case Head::statistic:
                return take_left_of_statistic();
            case Head::argmax:
                return take_left_of_argmax();
            case Head::probability:
                break;
        }
        return take_left_of_probability();
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
        if (conjuncts.empty()) {
            refuse_mixed_targets(targets);
            return DistributionOf{std::move(targets)};
        }
        return ProbabilityOf{all_of(std::move(conjuncts))};
    }

    /// The density of a continuous variable is the answer to a question by itself.
    void refuse_mixed_targets(std::span<const VariableId> targets) const {
        for (const VariableId target : targets) {
            const std::string& name = network_.variable(target).name();
            if (network_.variable(target).is_discrete() || targets.size() == 1) continue;
            throw ParseError(
                "'" + printable(name) + "' is continuous: its density is asked for alone", {},
                "cov(X, Y) is how two of them vary together; P(" + printable_word(name) +
                    ") is the density of one");
        }
    }

    [[noreturn]] void throw_mixed(const Token& name) const {
        throw ParseError("'" + printable(name.text) +
                             "' has no state here, other parts of the question have one",
                         place_of(name),
                         "ask either for a distribution, P(A, B), or for the probability of an "
                         "event, P(A=a, B=b)");
    }

    static std::optional<StatisticOf::Kind> statistic_of(const Token& head) {
        using Kind = StatisticOf::Kind;
        for (const Kind kind : {Kind::mean, Kind::sd, Kind::variance, Kind::median, Kind::quantile,
                                Kind::covariance, Kind::correlation})
            if (is_keyword(head, kind == Kind::mean ? "e" : word_of(kind))) return kind;
        return std::nullopt;
    }

    Asked take_left_of_statistic() {
        const auto place = place_of(cursor_.peek());
        StatisticOf asked{statistic_, {}};
        take_target(asked.targets);
        if (statistic_ == StatisticOf::Kind::quantile) {
            cursor_.expect(TokenKind::comma, "','",
                           "a quantile has a probability: quantile(X, 0.9)");
            const Token number = cursor_.take();
            const auto probability =
                number.kind == TokenKind::word ? parse_number(number.text) : std::nullopt;
            if (!probability)
                throw ParseError("expected a probability, found " + described(number),
                                 place_of(number), "for example quantile(X, 0.9)");
            asked.probability = *probability;
        }
        const bool takes_two = statistic_ == StatisticOf::Kind::covariance ||
                               statistic_ == StatisticOf::Kind::correlation;
        if (takes_two && cursor_.take_if(TokenKind::comma)) take_target(asked.targets);
        if (cursor_.at(TokenKind::comma))
            throw ParseError(std::string(word_of(statistic_)) + " takes " +
                                 (takes_two ? "two variables" : "one variable"),
                             place_of(cursor_.peek()), "ask for each in a question of its own");
        try {
            validate(Query{asked}, network_);
        } catch (const ArgumentError& error) {
            throw ParseError(error.message(), place, error.hint());
        }
        return asked;
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
        const VariableId target = head_ == Head::argmax ? discrete_variable_named(network_, name)
                                                        : variable_named(network_, name);
        if (head_ != Head::probability && !is_end_of_item()) {
            const std::string hint =
                std::string(head_ == Head::argmax ? "argmax takes names of variables"
                                                  : std::string(word_of(statistic_)) +
                                                        " takes the name of a variable") +
                "; what is known stands on the right of '|'";
            throw ParseError("expected ',', '|' or ')', found " + described(cursor_.peek()),
                             place_of(cursor_.peek()), cursor_.at(TokenKind::end) ? "" : hint);
        }
        if (!asked_.insert(target).second)
            throw ParseError("'" + printable(name.text) + "' is asked for twice", place_of(name));
        targets.push_back(target);
    }

    bool is_end_of_item() const {
        return cursor_.at(TokenKind::comma) || cursor_.at(TokenKind::bar) ||
               cursor_.at(TokenKind::close);
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
    Head head_ = Head::probability;
    StatisticOf::Kind statistic_ = StatisticOf::Kind::mean;
    std::set<VariableId> asked_;
};

}  // namespace

Query parse_query(const BayesianNetwork& network, std::string_view text) {
    return QueryParser(network, text).parse();
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
