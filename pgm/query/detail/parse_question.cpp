#include <pgm/query/detail/parse_question.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/detail/linear_sum.hpp>
#include <pgm/model/detail/name_lookup.hpp>
#include <pgm/query/detail/parse_expression.hpp>
#include <pgm/query/detail/parse_given.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pgm::detail {
namespace {

constexpr std::string_view bar_means_given =
    "'|' means given and stands once; for a disjunction write 'or' or '||'";

/// A hint for someone who asks with the word of another language.
std::string_view hint_for_head(const Token& head) {
    struct OtherWord {
        std::string_view word, hint;
    };
    static constexpr OtherWord others[] = {
        {"map", "the most probable states of A and B are argmax(A, B | C=c)"},
        {"mpe", "the most probable states of all variables are argmax(* | C=c)"},
    };
    for (const OtherWord& other : others)
        if (is_keyword(head, other.word)) return other.hint;
    return "for example P(A | B=b)";
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
        if (cursor_.take_if(TokenKind::bar))
            query_.given = take_given(cursor_, network_, &query_.for_each);
        take_tail();
        average_over_names();
        return std::move(query_);
    }

private:
    using Asked = decltype(Query::asked);

    enum class Head { probability, odds, statistic, entropy, information, argmax };

    /// "P(", "argmax(", or the word for a statistic, as "E(".
    void take_head() {
        const Token head = cursor_.take();
        if (is_keyword(head, "p") || is_keyword(head, "pr"))
            head_ = Head::probability;
        else if (is_keyword(head, "odds"))
            head_ = Head::odds;
        else if (is_keyword(head, "h"))
            head_ = Head::entropy;
        else if (is_keyword(head, "i"))
            head_ = Head::information;
        else if (const auto statistic = statistic_of(head)) {
            head_ = Head::statistic;
            statistic_ = *statistic;
        } else if (is_keyword(head, "argmax")) {
            head_ = Head::argmax;
            take_count();
        } else
            throw ParseError("expected P(...), E(...) or argmax(...), found " + described(head),
                             place_of(head), std::string(hint_for_head(head)));
        cursor_.expect(TokenKind::open, "'('");
    }

    /// The 5 of "argmax 5 (".
    void take_count() {
        const std::optional<double> number = number_at(cursor_.peek());
        if (!number) return;
        const Token token = cursor_.take();
        if (!(*number >= 1 && *number <= 1e9) || *number != std::floor(*number))
            throw ParseError("expected a number of assignments, found " + described(token),
                             place_of(token), "argmax 5 (A, B | C=c) finds the five best");
        count_ = static_cast<std::size_t>(*number);
    }

    Asked take_left() {
        switch (head_) {
            case Head::statistic:
                return take_left_of_statistic();
            case Head::argmax:
                return take_left_of_argmax();
            case Head::odds:
                return OddsOf{take_event()};
            case Head::entropy:
                return EntropyOf{take_targets()};
            case Head::information:
                return take_left_of_information();
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

    /// Conditions alone.
    Expression take_event() {
        std::vector<Expression> conjuncts;
        do {
            if (is_bare_name(cursor_, network_)) {
                const Token name = cursor_.joined(name_length(cursor_, network_));
                variable_named(network_, name);
                throw ParseError("the odds of '" + printable(name.text) + "' without a state",
                                 place_of(name),
                                 "odds are of an event: odds(" + printable_word(name.text) +
                                     "=.. | ..)");
            }
            conjuncts.push_back(parse_expression(cursor_, network_));
        } while (cursor_.take_if(TokenKind::comma));
        return all_of(std::move(conjuncts));
    }

    std::vector<VariableId> take_targets() {
        std::vector<VariableId> targets;
        do {
            take_target(targets);
        } while (cursor_.take_if(TokenKind::comma));
        return targets;
    }

    Asked take_left_of_information() {
        MutualInformationOf asked{.left = take_targets(), .right = {}};
        cursor_.expect(TokenKind::semicolon, "';'",
                       "a mutual information is of two sides: I(X; Y), I(X, Y; Z | W)");
        asked.right = take_targets();
        return asked;
    }

    /// Names without a state on the right of an entropy are averaged over.
    void average_over_names() {
        std::vector<VariableId>* known = nullptr;
        if (auto* const entropy = std::get_if<EntropyOf>(&query_.asked)) known = &entropy->known;
        if (auto* const both = std::get_if<MutualInformationOf>(&query_.asked))
            known = &both->known;
        if (known == nullptr) return;
        std::erase_if(query_.for_each, [&](const ForEach& each) {
            if (!each.is_set) known->push_back(each.variable);
            return !each.is_set;
        });
        checked([&] { validate(query_, network_); }, {.column = 1});
    }

    /// Refuses at a location what check() refuses without any.
    template <class Check>
    static void checked(Check&& check, const Location& location) {
        try {
            check();
        } catch (const ArgumentError& error) {
            throw ParseError(error.message(), location, error.hint());
        }
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
                                Kind::mode, Kind::covariance, Kind::correlation})
            if (is_keyword(head, kind == Kind::mean ? "e" : word_of(kind))) return kind;
        return std::nullopt;
    }

    Asked take_left_of_statistic() {
        using Kind = StatisticOf::Kind;
        const auto place = place_of(cursor_.peek());
        StatisticOf asked{statistic_, {}};
        asked.targets.push_back(take_form());
        if (statistic_ == Kind::quantile) {
            cursor_.expect(TokenKind::comma, "','",
                           "a quantile has a probability: quantile(X, 0.9)");
            const Token number = cursor_.take();
            const auto probability = number_at(number);
            if (!probability)
                throw ParseError("expected a probability, found " + described(number),
                                 place_of(number), "for example quantile(X, 0.9)");
            asked.probability = *probability;
        }
        const bool takes_two = statistic_ == Kind::covariance || statistic_ == Kind::correlation;
        if (takes_two && cursor_.take_if(TokenKind::comma)) asked.targets.push_back(take_form());
        if (cursor_.at(TokenKind::comma))
            throw ParseError(std::string(word_of(statistic_)) + " takes " +
                                 (takes_two ? "two variables" : "one variable"),
                             place_of(cursor_.peek()), "ask for each in a question of its own");
        checked([&] { validate(Query{asked}, network_); }, place);
        return asked;
    }

    /// "X", or "2 X - Y + 1".
    LinearForm take_form() {
        if (is_end_of_item() || cursor_.at(TokenKind::end))
            take_name(cursor_, network_, "a variable");
        const LinearSum sum = take_linear_sum(cursor_, network_, Summands::all);
        require_end_of_item(std::string(word_of(statistic_)) + " takes the name of a variable");
        std::vector<LinearForm::Term> terms;
        for (const LinearSum::Term& term : sum.terms)
            terms.push_back({term.variable, term.coefficient});
        return LinearForm(std::move(terms), sum.constant);
    }

    Asked take_left_of_argmax() {
        if (cursor_.at(TokenKind::word) && cursor_.peek().text == "*") {
            cursor_.take();
            return MostProbableExplanationOf{count_};
        }
        return MostProbableAssignmentOf{take_targets(), count_};
    }

    void take_target(std::vector<VariableId>& targets) {
        const Token name = take_name(cursor_, network_, "a variable");
        const VariableId target = head_ == Head::argmax ? discrete_variable_named(network_, name)
                                                        : variable_named(network_, name);
        if (head_ == Head::argmax) require_end_of_item("argmax takes names of variables");
        if (!asked_.insert(target).second)
            throw ParseError("'" + printable(name.text) + "' is asked for twice", place_of(name));
        targets.push_back(target);
    }

    void require_end_of_item(const std::string& what_is_taken) const {
        if (is_end_of_item()) return;
        throw ParseError("expected ',', '|' or ')', found " + described(cursor_.peek()),
                         place_of(cursor_.peek()),
                         cursor_.at(TokenKind::end)
                             ? ""
                             : what_is_taken + "; what is known stands on the right of '|'");
    }

    bool is_end_of_item() const {
        return cursor_.at(TokenKind::comma) || cursor_.at(TokenKind::bar) ||
               cursor_.at(TokenKind::close);
    }

    void take_tail() {
        if (cursor_.at(TokenKind::bar))
            throw ParseError("a second '|'", place_of(cursor_.peek()),
                             std::string(bar_means_given));
        const bool has_given = !query_.given.empty() || !query_.for_each.empty();
        cursor_.expect(TokenKind::close, has_given ? "',' or ')'" : "',', '|' or ')'");
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
    std::size_t count_ = 1;  ///< of assignments
    std::set<VariableId> asked_;
};

}  // namespace

Query parse_question(const BayesianNetwork& network, std::string_view text) {
    return QueryParser(network, text).parse();
}

bool begins_question(std::string_view text) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto end = std::ranges::find_if_not(text, is_letter);
    const auto next = std::find_if_not(end, text.end(), [](char c) { return c == ' '; });
    return end != text.begin() && next != text.end() && *next == '(';
}

std::size_t question_length(std::string_view text) {
    std::size_t open = 0;
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != 0 || c == '\'' || c == '"') {
            quote = quote == 0 ? c : quote == c ? 0 : quote;
        } else if (c == '(') {
            ++open;
        } else if (c == ')') {
            if (open <= 1) return at + open;
            --open;
        }
    }
    return text.size();
}

}  // namespace pgm::detail
