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

}  // namespace pgm::tests
