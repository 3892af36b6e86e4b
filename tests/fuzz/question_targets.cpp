#include <tests/fuzz/fuzz_target.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/d_separation_statement.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
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

    std::string_view operator()(const ContinuousPosterior& density) const {
        return std::isfinite(density.mean()) && density.sd() >= 0 ? "" : "a density is unsound";
    }

    std::string_view operator()(const Explanation& explanation) const {
        // It may be above 0, for likelihoods need not be below 1.
        const bool is_number =
            explanation.log_probability < std::numeric_limits<double>::infinity();
        return is_number && explanation.states.size() == explanation.variables.size()
                   ? ""
                   : "an explanation is unsound";
    }

    std::string_view operator()(const AnswerTable& table) const {
        for (const AnswerRow& row : table.rows)
            if (const std::string_view wrong = std::visit(*this, row.answer.result); !wrong.empty())
                return wrong;
        return "";
    }
};

/// The answer to a question, and to the same question as it is written of what was read.
std::string_view check_answer(const InferenceEngine& engine, std::string_view text,
                              bool& accepted) {
    const Answer given = answer(engine, text);
    accepted = true;
    if (const std::string_view wrong = std::visit(Judge{}, given.result); !wrong.empty())
        return wrong;
    if (std::isnan(given.log_evidence)) return "the evidence has no probability";
    const Query query = parse_query(engine.network(), text);
    const std::string written = format(engine.network(), query);
    return answer(engine, written).log_evidence == given.log_evidence
               ? ""
               : "the same question has another answer";
}

std::string_view check_evidence(const InferenceEngine& engine, std::string_view text) {
    const Posterior posterior = engine.marginals(parse_evidence(engine.network(), text));
    const bool is_sound = posterior.impossible() || !std::isnan(posterior.log_evidence());
    return is_sound ? "" : "a posterior is no number";
}

std::string_view check_d_separation(const InferenceEngine& engine, std::string_view text) {
    parse_d_separation(engine.network(), text);
    return {};
}

/// Any text as a question about a network of ten variables, as a statement of d-separation and as
/// evidence, with an engine of little memory: an answer that is sound, or an error.
std::string_view check_question(std::string_view text, bool& accepted) {
    static const InferenceEngine engine(
        network_of_questions(),
        {.max_arena_bytes = std::size_t{1} << 20, .max_multiplications = std::uint64_t{1} << 24});
    accepted = false;
    const auto checked = [&](const auto& check) -> std::string_view {
        try {
            return check();
        } catch (const Error& error) {
            return complaint_about(error);
        }
    };
    std::string_view wrong = checked([&] { return check_answer(engine, text, accepted); });
    if (wrong.empty()) wrong = checked([&] { return check_d_separation(engine, text); });
    if (wrong.empty()) wrong = checked([&] { return check_evidence(engine, text); });
    return wrong;
}

/// True if the tables of the structure are small.
bool has_small_tables(const StructureGraph& structure) {
    std::vector<std::optional<std::size_t>> cells;
    const auto states = [&](VariableId v) {
        const std::size_t count = structure.nodes[v.index()].states.size();
        return count == 0 ? 2 : count;
    };
    for (std::size_t v = 0; v < structure.nodes.size(); ++v)
        cells.emplace_back(states(VariableId(v)));
    for (const Arc& arc : structure.arcs) {
        std::optional<std::size_t>& table = cells[arc.child.index()];
        if (table) table = checked_mul(*table, states(arc.parent));
        if (!table || *table > fuzz_limits.max_table_cells) return false;
    }
    return true;
}

/// A text with rows: what is complete builds, and anything else has a list of problems.
void check_rows(std::string_view text) {
    NetworkBuilder builder = NetworkBuilder::parse(text, fuzz_limits);
    std::size_t configurations = 1;
    for (std::size_t v = 0; v < builder.size(); ++v) {
        configurations *= std::max<std::size_t>(builder.variable(VariableId(v)).cardinality(), 1);
        if (configurations > fuzz_limits.max_table_cells) return;
    }
    const std::vector<Problem> problems = builder.check();
    const auto is_error = [](const Problem& problem) {
        return problem.severity == Problem::Severity::error;
    };
    if (std::ranges::none_of(problems, is_error)) builder.build();
}

/// Any text as a structure: its network has the same variables and arcs.
std::string_view check_structure(std::string_view text, bool& accepted) {
    accepted = false;
    try {
        check_rows(text);
        const StructureGraph structure = parse_structure_graph(text, fuzz_limits);
        if (parse_structure_graph(text, fuzz_limits) != structure)
            return "the same text has two meanings";
        accepted = true;
        if (!has_small_tables(structure)) return {};
        const BayesianNetwork network = uniform_network(structure);
        if (network.size() != structure.nodes.size()) return "a variable is missing";
        for (const Arc& arc : structure.arcs)
            if (!network.dag().has_arc(arc.parent, arc.child)) return "an arc is missing";
        return factorisation(network).empty() == (network.size() == 0) ? ""
                                                                       : "the factors are missing";
    } catch (const Error& error) {
        return complaint_about(error);
    }
}

}  // namespace

std::vector<FuzzTarget> question_targets() {
    return {{"query", check_question}, {"structure", check_structure}};
}

}  // namespace pgm::tests
