#pragma once

#include <pgm/decide/decide.hpp>
#include <pgm/query/query.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// A question about the decisions of a diagram, which the query language has beside those about
/// probabilities:
///
///     EU(Drill | Test=test, Seismic=open)     the expected utility of each alternative
///     EU(*)   EU(* | Oil=wet)                 the maximum expected utility
///     best(Drill | Test=test, Seismic=open)   the best alternatives
///
/// All other decisions follow the best strategy given the findings, which are those of decide().
struct DecisionQuery {
    enum class Asked : std::uint8_t { expected_utility, best };

    Asked asked = Asked::expected_utility;
    std::optional<VariableId> decision{};  ///< null: the diagram, EU(*)
    Given given{};
    std::string text{};
};

/// The answer. Where the findings are impossible it has neither value nor alternatives.
struct DecisionAnswer {
    std::optional<double> maximum_expected_utility{};
    std::vector<std::optional<double>> expected_utility{};  ///< by alternative of the decision
    std::vector<StateId> best{};
};

/// True if a text asks about decisions: it begins with EU( or best(.
bool is_decision_query(std::string_view text);

/// Reads such a question. Throws ParseError with the column, also for a name that is no decision.
DecisionQuery parse_decision_query(const InfluenceDiagram& diagram, std::string_view text);

/// Evidence with the findings of a Given. Throws ArgumentError for conditions on several variables
/// together and on numbers, which decisions cannot be weighed with, and EvidenceError where they
/// contradict each other.
Evidence findings_of(const InfluenceDiagram& diagram, const Given& given);

/// Throws as findings_of() and decide() do.
DecisionAnswer answer(const InfluenceDiagram& diagram, const DecisionQuery& query,
                      const DecisionOptions& options = {});

}  // namespace pgm
