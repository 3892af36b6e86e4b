#include <pgm/graph/d_separation.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/d_separation_statement.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

#include <cmath>

namespace pgm::tests {

void check_answers(const InferenceEngine& engine, std::span<const Expectation> expectations,
                   double tolerance) {
    for (const auto& [question, value] : expectations) {
        INFO(question);
        const Answer found = answer(engine, question);
        const bool is_number = std::holds_alternative<NumericValue>(found.result);
        CHECK_THAT(is_number ? found.value() : found.probability(),
                   Catch::Matchers::WithinAbs(value, tolerance));
    }
}

double score(const InferenceEngine& engine, const std::string& findings) {
    return std::exp(engine.log_evidence(parse_evidence(engine.network(), findings)));
}

std::string most_probable(const InferenceEngine& engine, const std::string& question) {
    const Answer found = answer(engine, question);
    if (found.impossible()) return "impossible";
    const Explanation& best = found.explanation();
    std::string text;
    for (std::size_t i = 0; i < best.variables.size(); ++i) {
        const Variable& variable = engine.network().variable(best.variables[i]);
        if (i > 0) text += ", ";
        text += variable.name() + "=" + variable.state(best.states[i]);
    }
    return text;
}

bool separated(const BayesianNetwork& network, const std::string& statement) {
    const DSeparationStatement sets = parse_d_separation(network, statement);
    return d_separation(network.dag(), sets.left, sets.right, sets.given).separated;
}

void check_worth(const DecisionTable& table, std::span<const double> expected) {
    std::size_t next = 0;
    for (const DecisionRow& row : table.rows)
        for (const std::optional<double>& worth : row.expected_utility) {
            REQUIRE(next < expected.size());
            REQUIRE(worth);
            CHECK_THAT(*worth, Catch::Matchers::WithinRel(expected[next++], 1e-12));
        }
    CHECK(next == expected.size());
}

std::string best_alternatives(const BayesianNetwork& network, const DecisionTable& table) {
    std::string text;
    for (const DecisionRow& row : table.rows)
        for (const StateId alternative : row.best)
            text +=
                (text.empty() ? "" : ", ") + network.variable(table.decision).state(alternative);
    return text;
}

}  // namespace pgm::tests
