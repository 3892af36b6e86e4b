#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/query/answer.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/query_network.hpp>

#include <sstream>
#include <string>
#include <vector>

using namespace pgm;

namespace {

struct Example {
    std::string network;  ///< lawn, census, survey or clinic
    std::string question;
    std::string expected;
};

/// The lines "question   answer" of the blocks "```text <network>" of docs/query-language.md.
std::vector<Example> documented_examples() {
    std::istringstream page(tests::read_file(tests::source_file("docs/query-language.md")));
    std::vector<Example> examples;
    std::string network;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("```")) {
            network = line.starts_with("```text ") ? line.substr(8) : "";
        } else if (!network.empty()) {
            const std::size_t gap = line.find("   ");
            const std::size_t answer = line.find_first_not_of(' ', gap);
            REQUIRE(answer != line.npos);
            examples.push_back({network, line.substr(0, gap), line.substr(answer)});
        }
    }
    return examples;
}

std::string distribution_text(const BayesianNetwork& network, const Table& distribution) {
    std::string text;
    const Scope& scope = distribution.scope();
    for (std::size_t cell = 0; cell < distribution.size(); ++cell) {
        if (cell > 0) text += ", ";
        const std::vector<StateId> states = scope.states(cell);
        for (std::size_t i = 0; i < states.size(); ++i)
            text += network.variable(scope.variables()[i]).state(states[i]) + " ";
        text += to_text(distribution[cell], 4);
    }
    return text;
}

std::string answer_text(const BayesianNetwork& network, const Answer& answered) {
    if (const auto* const event = std::get_if<EventProbability>(&answered.result))
        return to_text(event->value, 4);
    if (const auto* const number = std::get_if<NumericValue>(&answered.result))
        return to_text(number->value, 4);
    if (const auto* const joint = std::get_if<JointPosterior>(&answered.result))
        return distribution_text(network, joint->table);
    if (const auto* const table = std::get_if<AnswerTable>(&answered.result)) {
        std::string text;
        for (const AnswerRow& row : table->rows) {
            const Variable& variable = network.variable(table->for_each.front().variable);
            text += (text.empty() ? "" : "; ") + variable.state(row.states.front()) + ": " +
                    answer_text(network, row.answer);
        }
        return text;
    }
    const Explanation& best = answered.explanation();
    std::string text;
    for (std::size_t i = 0; i < best.variables.size(); ++i) {
        const Variable& variable = network.variable(best.variables[i]);
        text += (i > 0 ? ", " : "") + variable.name() + "=" + variable.state(best.states[i]);
    }
    return text;
}

std::string answer_text(const InferenceEngine& engine, const std::string& question) {
    try {
        return answer_text(engine.network(), answer(engine, question));
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("The page about the query language prints what the library answers", "[query]") {
    const InferenceEngine lawn_and_survey(tests::query_network()), census(tests::census_network()),
        clinic(tests::clinic_network());
    const std::vector<Example> examples = documented_examples();
    CHECK(examples.size() > 30);
    for (const Example& example : examples) {
        INFO(example.question);
        const InferenceEngine& engine = example.network == "census"   ? census
                                        : example.network == "clinic" ? clinic
                                                                      : lawn_and_survey;
        CHECK(answer_text(engine, example.question) == example.expected);
    }
}
