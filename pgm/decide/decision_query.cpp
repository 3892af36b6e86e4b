#include <pgm/decide/decision_query.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/decide/detail/policy_search.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>

namespace pgm {
namespace {

/// True if the word before the parenthesis is best, false for EU; null for any other.
std::optional<bool> asks_for_best(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t open = text.find('(', begin);
    if (open == text.npos) return std::nullopt;
    std::string_view word = text.substr(begin, open - begin);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (equals_ignoring_case(word, "eu")) return false;
    if (equals_ignoring_case(word, "best")) return true;
    return std::nullopt;
}

class DecisionQueryReader {
public:
    DecisionQueryReader(const InfluenceDiagram& diagram, std::string_view text)
        : diagram_(diagram), text_(text), cursor_(text) {}

    DecisionQuery read() {
        DecisionQuery query{.asks_for_best = *asks_for_best(text_), .text = std::string(text_)};
        cursor_.take();
        cursor_.expect(TokenKind::open, "'('");
        read_decision(query);
        if (cursor_.at(TokenKind::bar)) {
            const std::size_t begin = cursor_.take().column;
            const std::size_t end = text_.rfind(')');
            if (end == text_.npos || end < begin) cursor_.fail_expected("')'");
            query.given = read_given(begin, text_.substr(begin, end - begin));
            require_nothing_behind(end);
            return query;
        }
        cursor_.expect(TokenKind::close, "'|' or ')'");
        if (!cursor_.at(TokenKind::end)) cursor_.fail_expected("the end of the question");
        return query;
    }

private:
    void read_decision(DecisionQuery& query) {
        const Token first = cursor_.peek();
        const bool is_all = first.kind == TokenKind::word && first.text == "*";
        if (is_all && !query.asks_for_best) {
            cursor_.take();
            return;
        }
        const std::size_t length = cursor_.name_length(Extent::value);
        if (length == 0) cursor_.fail_expected("the name of a decision");
        const Token name = cursor_.take_joined(length);
        std::vector<std::string> names;
        for (const VariableId decision : diagram_.decisions()) {
            names.push_back(diagram_.network().variable(decision).name());
            if (names.back() == name.text) query.decision = decision;
        }
        if (!query.decision)
            throw ParseError(in_quotes(name.text) + " is no decision",
                             {.column = static_cast<std::uint32_t>(first.column)},
                             did_you_mean(name.text, names));
    }

    /// Columns count from the beginning of the question.
    Given read_given(std::size_t begin, std::string_view text) const {
        try {
            return parse_given(diagram_.network(), text);
        } catch (const ParseError& error) {
            Location location = error.location();
            location.column += static_cast<std::uint32_t>(begin);
            throw ParseError(error.message(), location, error.hint());
        }
    }

    void require_nothing_behind(std::size_t end) const {
        const std::size_t more = text_.find_first_not_of(" \t", end + 1);
        if (more == text_.npos) return;
        throw ParseError("expected the end of the question",
                         {.column = static_cast<std::uint32_t>(more + 1)});
    }

    const InfluenceDiagram& diagram_;
    std::string_view text_;
    TokenCursor cursor_;
};

}  // namespace

bool is_decision_query(std::string_view text) {
    return asks_for_best(text).has_value();
}

DecisionQuery parse_decision_query(const InfluenceDiagram& diagram, std::string_view text) {
    if (!is_decision_query(text))
        throw ParseError("a question about decisions is EU(..) or best(..)", {.column = 1});
    return DecisionQueryReader(diagram, text).read();
}

Evidence findings_of(const InfluenceDiagram& diagram, const Given& given) {
    if (given.empty()) return {};
    const InferenceEngine engine(with_strategy(diagram, {}));
    Workspace workspace;
    const ConditionedEngine conditioned(engine, given, workspace);
    if (conditioned.contradictory()) throw EvidenceError("the findings contradict each other");
    if (&conditioned.solver() != &engine)
        throw ArgumentError(
            "a finding on several variables together, or on a number, cannot be "
            "weighed with decisions",
            "name the state of each variable: A=a, B=b");
    return conditioned.evidence();
}

DecisionAnswer answer(const InfluenceDiagram& diagram, const DecisionQuery& query,
                      const DecisionOptions& options) {
    const Evidence evidence = findings_of(diagram, query.given);
    const DecisionSolution solution = decide(diagram, evidence, options);
    DecisionAnswer answer;
    if (solution.status == PosteriorStatus::impossible) return answer;
    answer.maximum_expected_utility = solution.maximum_expected_utility;
    if (!query.decision) return answer;
    if (evidence.has(*query.decision))
        throw ArgumentError(in_quotes(diagram.network().variable(*query.decision).name()) +
                                " is decided by a finding",
                            "leave it out of what is given");
    DecisionOptions settled = options;
    settled.given = solution.strategy;
    detail::PolicySearch search(diagram, detail::known_by_decision(diagram), evidence, settled);
    search.optimise();
    const std::vector<VariableId> targets{*query.decision};
    answer.expected_utility = search.expected(targets).values;
    answer.best = search.best_of(answer.expected_utility);
    return answer;
}

}  // namespace pgm
