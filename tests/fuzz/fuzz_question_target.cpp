#include <tests/fuzz/fuzz_question_target.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/d_separation_statement.hpp>
#include <pgm/query/query_text.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace pgm::tests {
namespace {

/// Ten variables that each depend on the one or two before, so that questions about many of them
/// have cliques; some have numbers for states, one a single state, one a name like a keyword.
BayesianNetwork network_of_questions() {
    NetworkBuilder builder;
    const std::vector<std::string> numbers = {"<2", "2-5", ">5"};
    for (std::size_t v = 0; v < 10; ++v) {
        const std::string name = v == 9 ? "or" : std::string(1, static_cast<char>('a' + v));
        builder.add_variable(Variable(name, v % 3 == 1 ? numbers
                                            : v == 6   ? std::vector<std::string>{"sure"}
                                                       : std::vector<std::string>{"no", "yes"}));
    }
    for (std::size_t v = 0; v < 10; ++v) {
        std::vector<VariableId> family;
        for (std::size_t before = v < 2 ? 0 : v - 2; before <= v; ++before)
            family.emplace_back(before);
        std::vector<std::size_t> cardinalities;
        for (const VariableId member : family)
            cardinalities.push_back(builder.variable(member).cardinality());
        Table table(Scope(family, cardinalities));
        const std::size_t k = cardinalities.back();
        for (std::size_t cell = 0; cell < table.size(); ++cell) {
            // Every third row is certain.
            const bool is_certain = cell / k % 3 == 2;
            const double weight = k == 1 ? 1 : cell % k == 0 ? 0.25 : 0.75 / double(k - 1);
            table[cell] = is_certain ? (cell % k == 0 ? 1 : 0) : weight;
        }
        builder.set_cpd(TableCpd(std::move(table)));
    }
    return std::move(builder).build();
}

/// "" for a sound answer.
struct Judge {
    std::string_view operator()(const ImpossibleEvidence&) const { return {}; }

    std::string_view operator()(const EventProbability& event) const {
        return event.value >= 0 && event.value <= 1 ? "" : "a probability is out of bounds";
    }

    std::string_view operator()(const NumericValue& number) const {
        return std::isfinite(number.value) ? "" : "a value is not finite";
    }

    std::string_view operator()(const JointPosterior& joint) const {
        double sum = 0;
        for (const double p : joint.table.values()) {
            if (!(p >= 0)) return "a probability is negative or no number";
            sum += p;
        }
        return std::abs(sum - 1) < 1e-9 ? "" : "a distribution does not sum to 1";
    }

    std::string_view operator()(const Explanation& explanation) const {
        const bool is_number = explanation.log_probability <= 1e-9;
        return is_number && explanation.states.size() == explanation.variables.size()
                   ? ""
                   : "an explanation is unsound";
    }
};

std::string_view said_by(const Error& error) {
    return std::string_view(error.what()).empty() ? "an error says nothing" : "";
}

}  // namespace

std::string_view fuzz_question(std::string_view text, bool& answered) {
    static const InferenceEngine engine(
        network_of_questions(),
        {.max_arena_bytes = std::size_t{1} << 20, .max_multiplications = std::uint64_t{1} << 24});
    answered = false;
    try {
        const Answer given = answer(engine, text);
        answered = true;
        const std::string_view wrong = std::visit(Judge{}, given.result);
        if (!wrong.empty() || std::isnan(given.log_evidence))
            return wrong.empty() ? "the evidence has no probability" : wrong;
        // What is written of a question is the same question.
        const Query query = parse_query(engine.network(), text);
        const std::string written = format(engine.network(), query);
        if (answer(engine, written).log_evidence != given.log_evidence)
            return "the same question has another answer";
    } catch (const Error& error) {
        if (const std::string_view silent = said_by(error); !silent.empty()) return silent;
    }
    try {
        parse_d_separation(engine.network(), text);
    } catch (const Error& error) {
        if (const std::string_view silent = said_by(error); !silent.empty()) return silent;
    }
    try {
        const Posterior posterior = engine.marginals(parse_evidence(engine.network(), text));
        if (!posterior.impossible() && std::isnan(posterior.log_evidence()))
            return "a posterior is no number";
    } catch (const Error& error) {
        return said_by(error);
    }
    return {};
}

}  // namespace pgm::tests
