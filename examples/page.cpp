#include <examples/page.hpp>

#include <io/explanation/explanation.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/d_separation.hpp>
#include <pgm/model/structure_graph.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/d_separation_statement.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>

namespace pgm::examples {

namespace {

constexpr int significant_digits = 7;

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

/// "yes 0.9, no 0.1"; with several variables "yes on 0.2, ...".
std::string distribution_text(const BayesianNetwork& network, const Table& distribution) {
    std::string text;
    const Scope& scope = distribution.scope();
    for (std::size_t cell = 0; cell < scope.cells(); ++cell) {
        if (cell > 0) text += ", ";
        const std::vector<StateId> states = scope.states(cell);
        for (std::size_t i = 0; i < states.size(); ++i)
            text += network.variable(scope.variables()[i]).state(states[i]) + " ";
        text += to_text(distribution[cell], significant_digits);
    }
    return text;
}

/// "Rain=yes, Sprinkler=off"
std::string explanation_text(const BayesianNetwork& network, const Explanation& explanation) {
    std::string text;
    for (std::size_t i = 0; i < explanation.variables.size(); ++i) {
        const Variable& variable = network.variable(explanation.variables[i]);
        if (i > 0) text += ", ";
        text += variable.name() + "=" + variable.state(explanation.states[i]);
    }
    return text;
}

std::string answer_text(const BayesianNetwork& network, const Answer& answer) {
    return std::visit(
        Overloaded{
            [](const ImpossibleEvidence&) {
                return std::string("undefined: the condition has probability 0");
            },
            [](const EventProbability& event) { return to_text(event.value, significant_digits); },
            [](const NumericValue& number) { return to_text(number.value, significant_digits); },
            [&](const JointPosterior& joint) { return distribution_text(network, joint.table); },
            [](const ContinuousPosterior& density) {
                return "mean " + to_text(density.mean(), significant_digits) + ", sd " +
                       to_text(density.sd(), significant_digits);
            },
            [&](const Explanation& best) { return explanation_text(network, best); },
            [&](const AnswerTable& table) {
                std::string text;
                for (const AnswerRow& row : table.rows)
                    text += (text.empty() ? "" : "; ") + row.answer.query + ": " +
                            answer_text(network, row.answer);
                return text;
            }},
        answer.result);
}

/// "A -> B <- C", neighbours joined by their arc.
std::string path_text(const BayesianNetwork& network, const std::vector<VariableId>& path) {
    std::string text = network.variable(path.front()).name();
    for (std::size_t i = 1; i < path.size(); ++i) {
        text += network.dag().has_arc(path[i - 1], path[i]) ? " -> " : " <- ";
        text += network.variable(path[i]).name();
    }
    return text;
}

/// Whether a stream asks for derivations, as its number of this index.
int derivation_mark() {
    static const int index = std::ios_base::xalloc();
    return index;
}

}  // namespace

std::ostream& with_derivations(std::ostream& out) {
    out.iword(derivation_mark()) = 1;
    return out;
}

Page::Page(std::ostream& out, std::string_view title) : out_(out) {
    out_ << title << '\n' << std::string(title.size(), '=') << '\n';
}

Page& Page::text(std::string_view paragraph) {
    end_block();
    out_ << '\n' << paragraph << '\n';
    return *this;
}

Page& Page::model(const BayesianNetwork& network) {
    end_block();
    out_ << "\n    " << factorisation(network) << "    (" << parameter_count(network)
         << " free parameters)\n";
    return *this;
}

Page& Page::ask(const InferenceEngine& engine, std::string_view question, std::string_view remark) {
    line(question, answer_text(engine.network(), answer(engine, question)), remark);
    if (out_.iword(derivation_mark()) != 0 && !engine.is_mixture())
        block_.back().derivation = derivation_of(engine.network(), question);
    return *this;
}

/// Empty where the answer is not made of products and sums of tables, or of too many to be read.
std::string Page::derivation_of(const BayesianNetwork& network, std::string_view question) const {
    try {
        const Derivation made = derive(network, parse_query(network, question));
        return io::derivation_text(io::derivation_page(network, made, {.most_steps = 12}));
    } catch (const Error&) {
        return {};
    }
}

Page& Page::ask_score(const InferenceEngine& engine, std::string_view findings,
                      std::string_view remark) {
    const Evidence evidence = parse_evidence(engine.network(), findings);
    return value("P(" + std::string(findings) + ")", std::exp(engine.log_evidence(evidence)),
                 remark);
}

Page& Page::ask_density(const InferenceEngine& engine, std::string_view values,
                        std::string_view given, std::string_view remark) {
    const std::string conditions(given);
    const Evidence condition = parse_evidence(engine.network(), conditions);
    const Evidence both = parse_evidence(engine.network(), conditions + ", " + std::string(values));
    const double log_density = engine.log_evidence(both) - engine.log_evidence(condition);
    return value("p(" + std::string(values) + " | " + conditions + ")", std::exp(log_density),
                 remark);
}

Page& Page::value(std::string_view name, double number, std::string_view remark) {
    return line(name, to_text(number, significant_digits), remark);
}

Page& Page::line(std::string_view name, std::string_view words, std::string_view remark) {
    block_.push_back({.question = std::string(name),
                      .answer = std::string(words),
                      .remark = std::string(remark)});
    return *this;
}

Page& Page::ask_graph(const BayesianNetwork& network, std::string_view statement,
                      std::string_view remark) {
    const DSeparationStatement sets = parse_d_separation(network, statement);
    const DSeparation result = d_separation(network.dag(), sets.left, sets.right, sets.given);
    return line(statement,
                result.separated ? "yes" : "no: " + path_text(network, result.active_path), remark);
}

Page& Page::strategy(const InfluenceDiagram& diagram, const DecisionSolution& solution) {
    const BayesianNetwork& network = diagram.network();
    for (const DecisionTable& table : solution.decisions)
        for (const DecisionRow& row : table.rows) {
            const Variable& decision = network.variable(table.decision);
            const std::string given =
                explanation_text(network, {.variables = table.given, .states = row.given});
            std::string best, worth;
            for (const StateId alternative : row.best)
                best += (best.empty() ? "" : " or ") + decision.state(alternative);
            for (std::size_t a = 0; a < decision.cardinality(); ++a) {
                worth += (worth.empty() ? "" : ", ") + decision.states()[a] + " ";
                const std::optional<double>& value = row.expected_utility[a];
                worth += value ? to_text(*value, significant_digits) : "-";
            }
            line(decision.name() + (given.empty() ? "" : " | " + given), best, worth);
        }
    return *this;
}

void Page::end_block() {
    std::size_t question_width = 0;
    std::size_t answer_width = 0;
    for (const Line& line : block_) {
        question_width = std::max(question_width, line.question.size());
        if (!line.remark.empty()) answer_width = std::max(answer_width, line.answer.size());
    }
    if (!block_.empty()) out_ << '\n';
    for (const Line& line : block_) {
        out_ << "    " << padded(line.question, question_width + 4);
        if (line.remark.empty()) {
            out_ << line.answer << '\n';
        } else {
            out_ << padded(line.answer, answer_width + 4) << line.remark << '\n';
        }
    }
    for (const Line& line : block_)
        if (!line.derivation.empty()) out_ << '\n' << line.derivation;
    block_.clear();
}

}  // namespace pgm::examples
