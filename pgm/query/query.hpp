#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/query/expression.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pgm {

/// P(A, B | ...): the joint distribution of the targets, in the order of the request; of a
/// continuous variable, which is the only target then, its density.
struct DistributionOf {
    std::vector<VariableId> targets;

    friend bool operator==(const DistributionOf&, const DistributionOf&) = default;
};

/// P(A=a or B=b | ...): one number.
struct ProbabilityOf {
    Expression event;

    friend bool operator==(const ProbabilityOf&, const ProbabilityOf&) = default;
};

/// A number that sums up the distribution of variables: E(X | ...), sd(X | ...), var(X | ...),
/// median(X | ...), quantile(X, p | ...), of two variables cov(X, Y | ...) and cor(X, Y | ...). The
/// variables are continuous, or discrete with states that are numbers; two are of the same sort.
struct StatisticOf {
    enum class Kind : std::uint8_t {
        mean,
        sd,
        variance,
        median,
        quantile,
        covariance,
        correlation,
    };

    Kind kind = Kind::mean;
    std::vector<VariableId> targets;  ///< one, or two of a covariance or correlation
    double probability = 0.5;         ///< of a quantile: at least as much lies at or below it

    friend bool operator==(const StatisticOf&, const StatisticOf&) = default;
};

/// The word for it in questions: "E", "sd", "var", ...
std::string_view word_of(StatisticOf::Kind kind);

/// argmax(A, B | ...): the most probable states of the targets. A marginal MAP: everything else is
/// summed out.
struct MostProbableAssignmentOf {
    std::vector<VariableId> targets;

    friend bool operator==(const MostProbableAssignmentOf&,
                           const MostProbableAssignmentOf&) = default;
};

/// argmax(* | ...): the most probable states of all variables together (MPE).
struct MostProbableExplanationOf {
    friend bool operator==(const MostProbableExplanationOf&,
                           const MostProbableExplanationOf&) = default;
};

/// do(variable = state), or do(variable = value) of a continuous variable.
struct Intervention {
    VariableId variable;
    std::variant<StateId, double> value;

    friend bool operator==(const Intervention&, const Intervention&) = default;
};

/// variable = value, of a continuous variable.
struct ContinuousObservation {
    VariableId variable;
    double value = 0;

    friend bool operator==(const ContinuousObservation&, const ContinuousObservation&) = default;
};

/// variable = [l_1, ..., l_n]: soft evidence, a report with P(report | X = i) = l_i (Likelihood in
/// pgm/model/evidence.hpp). Several about one variable are independent reports.
struct SoftObservation {
    VariableId variable;
    std::vector<double> likelihood;

    friend bool operator==(const SoftObservation&, const SoftObservation&) = default;
};

/// variable ~ [p_1, ..., p_n]: soft evidence by Jeffrey's rule. A likelihood is what a report adds
/// to what is known; this is what is known in the end: P(X = i | given) is p_i, and the
/// conditionals given X stay as they were, P(. | X = i, given) (Jeffrey 1965, "The Logic of
/// Decision", chapter 11).
struct ImposedPosterior {
    VariableId variable;
    std::vector<double> probabilities;

    friend bool operator==(const ImposedPosterior&, const ImposedPosterior&) = default;
};

/// The part on the right of `|`: expressions that are all true, observed values of continuous
/// variables, interventions and soft evidence. The order of none matters.
///
/// Difference from Evidence: evidence is the input of the engine, one finding per variable. A Given
/// may have any condition, also two on a variable, or that one of two things is the case; answer()
/// translates.
///
/// Several imposed posteriors hold together: of all distributions that have them, the answer is
/// that of the one nearest to the distribution given everything else, as iterative proportional
/// fitting finds it (pgm/query/detail/jeffrey_rule.hpp).
struct Given {
    std::vector<Expression> conditions{};
    std::vector<ContinuousObservation> observations{};
    std::vector<Intervention> interventions{};
    std::vector<SoftObservation> likelihoods{};
    std::vector<ImposedPosterior> posteriors{};

    bool empty() const {
        return conditions.empty() && observations.empty() && interventions.empty() &&
               likelihoods.empty() && posteriors.empty();
    }
    friend bool operator==(const Given&, const Given&) = default;
};

/// A question in the language of docs/query-language.md as a value: parse_query() makes one from
/// text, and what is built in C++ gives the same answer.
///
///     Query a = parse_query(network, "P(Rain | Wet=wet, do(Sprinkler=off))");
///     Query b = {DistributionOf{{network.id("Rain")}},
///                {.conditions = {is(network, "Wet", "wet")},
///                 .interventions = {intervention(network, "Sprinkler", "off")}}};
///     a == b;
struct Query {
    std::variant<DistributionOf, ProbabilityOf, StatisticOf, MostProbableAssignmentOf,
                 MostProbableExplanationOf>
        asked;
    Given given{};
    std::string text{};  ///< as it was written; empty when built from C++

    /// Equal parts in the same order; the text does not matter.
    friend bool operator==(const Query& a, const Query& b) {
        return a.asked == b.asked && a.given == b.given;
    }
};

/// do(variable = state) by name; throws ArgumentError or EvidenceError with a suggestion for a name
/// the network does not have.
Intervention intervention(const BayesianNetwork& network, std::string_view variable,
                          std::string_view state);

/// Throws ArgumentError unless the query fits the network: targets exist, are distinct, and
/// discrete unless one continuous variable is asked for alone; a statistic is of continuous
/// variables or of states that are finite numbers, every expression fits (see
/// validate(Expression)), no variable is set to two states at once, every value is the only one of
/// a continuous variable, and finite, and soft evidence has a number for each state of a variable
/// that is not set. An imposed posterior sums to 1 within 1e-5 and is the only one of its variable.
/// Throws EvidenceError for the numbers of soft evidence.
void validate(const Query& query, const BayesianNetwork& network);
/// Validates what is given alone.
void validate(const Given& given, const BayesianNetwork& network);

/// True if a continuous variable was observed: has_density() of what is evidence in it.
bool has_density(const Given& given);

/// The states of a variable as numbers, in state order. Throws ArgumentError, naming the first that
/// is none, or the variable if it is continuous.
std::vector<double> numbers_of_states(const Variable& variable);

/// Evidence as an equivalent Given.
Given given_of(const Evidence& evidence);

/// Conditions of both. One that is in both in the same words counts once, likelihoods twice.
Given joined(Given a, const Given& b);

}  // namespace pgm
