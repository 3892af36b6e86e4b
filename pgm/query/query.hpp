#pragma once

#include <pgm/query/expression.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// What is asked for.
///
/// | kind                      | text                 | answer |
/// |---------------------------|----------------------|---|
/// | distribution              | P(A, B \| ...)       | the joint distribution of the targets |
/// | probability               | P(A=a or B=b \| ...) | one number |
/// | most_probable_assignment  | argmax(A, B \| ...)  | the most probable states of the targets |
/// | most_probable_explanation | argmax(* \| ...)     | those of all variables together (MPE) |
///
/// A most probable assignment is a marginal MAP: everything else is summed out.
enum class QueryKind {
    distribution,
    probability,
    most_probable_assignment,
    most_probable_explanation
};

/// do(variable = state).
struct Intervention {
    VariableId variable;
    StateId state;

    friend bool operator==(const Intervention&, const Intervention&) = default;
};

/// variable = value of a continuous variable, or do(variable = value).
struct Measurement {
    VariableId variable;
    double value = 0;
    bool made = false;  ///< by an intervention

    friend bool operator==(const Measurement&, const Measurement&) = default;
};

/// What stands on the right of `|`: expressions that are all true, interventions, and values of
/// continuous variables. The order of none matters.
///
/// How this differs from Evidence: evidence is what the engine understands, one finding per
/// variable. A Given may say anything, also the same variable twice, or that one of two things is
/// the case; answer() translates.
struct Given {
    std::vector<Expression> conditions;
    std::vector<Intervention> interventions;
    std::vector<Measurement> measurements{};

    bool empty() const {
        return conditions.empty() && interventions.empty() && measurements.empty();
    }
    friend bool operator==(const Given&, const Given&) = default;
};

/// A question in the language of docs/query-language.md as a value: parse_query() makes one from
/// text, the functions below from C++, and both give the same answer.
///
///     Query a = parse_query(network, "P(Rain | Wet=wet, do(Sprinkler=off))");
///     Query b = distribution_query(
///         {network.id("Rain")},
///         {.conditions = {is(network, "Wet", "wet")},
///          .interventions = {intervention(network, "Sprinkler", "off")}});
///     a == b;
struct Query {
    QueryKind kind = QueryKind::distribution;
    /// Of a distribution or a most probable assignment: distinct, in the order of the request.
    std::vector<VariableId> targets;
    std::optional<Expression> event;  ///< of a probability
    Given given;
    std::string text;  ///< as it was written; empty when built from C++

    /// The same parts in the same order; the text does not matter.
    friend bool operator==(const Query& a, const Query& b) {
        return a.kind == b.kind && a.targets == b.targets && a.event == b.event &&
               a.given == b.given;
    }
};

Query distribution_query(std::vector<VariableId> targets, Given given = {});
Query probability_query(Expression event, Given given = {});
Query most_probable_assignment_query(std::vector<VariableId> targets, Given given = {});
Query most_probable_explanation_query(Given given = {});

/// do(variable = state) by name; throws ArgumentError or EvidenceError with a suggestion for a name
/// the network does not have.
Intervention intervention(const BayesianNetwork& network, std::string_view variable,
                          std::string_view state);

/// Throws ArgumentError unless the query fits the network: targets exist, are discrete and
/// distinct, every expression fits (see validate(Expression)), no variable is made to be in two
/// states at once, and every measurement is the only one of a continuous variable, and finite.
void validate(const Query& query, const BayesianNetwork& network);

}  // namespace pgm
