#pragma once

#include <pgm/model/cpd/table_cpd.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/query/expression.hpp>

#include <cstddef>
#include <optional>
#include <span>
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

/// odds(A=a | ...): P(A=a | ...) divided by the probability that it is not so.
struct OddsOf {
    Expression event;

    friend bool operator==(const OddsOf&, const OddsOf&) = default;
};

/// c_1 X_1 + ... + c_n X_n + constant, of distinct variables: continuous ones, and discrete ones
/// with states that are numbers.
struct LinearForm {
    using Term = LinearCondition::Term;

    /// One variable as it is.
    LinearForm(VariableId variable) : terms{{variable}} {}
    /// Terms of one variable are added up.
    explicit LinearForm(std::vector<Term> terms, double constant = 0);

    /// The variable, if the form is one and nothing else.
    std::optional<VariableId> variable() const;

    std::vector<Term> terms;
    double constant = 0;

    friend bool operator==(const LinearForm&, const LinearForm&) = default;
};

/// A number that sums up the distribution of variables, or of linear forms of them: E(X | ...),
/// E(2 X - Y | ...), sd, var, median, quantile(X, p | ...), mode, of two cov(X, Y | ...) and
/// cor(X, Y | ...). The mode of a discrete variable is a state, as argmax(X | ...) finds it, and
/// that of a continuous one the number where its density is greatest.
struct StatisticOf {
    enum class Kind : std::uint8_t {
        mean,
        sd,
        variance,
        median,
        quantile,
        mode,
        covariance,
        correlation,
    };

    Kind kind = Kind::mean;
    std::vector<LinearForm> targets;  ///< one, or two of a covariance or correlation
    double probability = 0.5;         ///< of a quantile: at least as much lies at or below it

    friend bool operator==(const StatisticOf&, const StatisticOf&) = default;
};

/// The word for it in questions: "E", "sd", "var", ...
std::string_view word_of(StatisticOf::Kind kind);

/// H(A, B | C, D=d): the entropy of the targets under the evidence, on the average over the states
/// of the variables in `known`,
///
///     H = - sum over a, c of P(a, c | d) ln P(a | c, d),
///
/// in nats, the unit of the natural logarithm. Continuous variables have a differential entropy
/// (Cover and Thomas 2006, "Elements of information theory", chapters 2 and 8).
struct EntropyOf {
    std::vector<VariableId> targets;
    std::vector<VariableId> known{};

    friend bool operator==(const EntropyOf&, const EntropyOf&) = default;
};

/// I(A; B | C, D=d): the mutual information of the two sides in nats, on the average over the
/// states of the variables in `known`, H(A | C) + H(B | C) - H(A, B | C).
struct MutualInformationOf {
    std::vector<VariableId> left, right;
    std::vector<VariableId> known{};

    friend bool operator==(const MutualInformationOf&, const MutualInformationOf&) = default;
};

/// argmax(A, B | ...): the most probable states of the targets. A marginal MAP: everything else is
/// summed out. argmax 5 (A, B | ...) also asks for the next best, five assignments in all.
struct MostProbableAssignmentOf {
    std::vector<VariableId> targets;
    std::size_t count = 1;

    friend bool operator==(const MostProbableAssignmentOf&,
                           const MostProbableAssignmentOf&) = default;
};

/// argmax(* | ...): the most probable states of all variables together (MPE), and the next best.
struct MostProbableExplanationOf {
    std::size_t count = 1;

    friend bool operator==(const MostProbableExplanationOf&,
                           const MostProbableExplanationOf&) = default;
};

struct FormulaNode;

/// A number computed from the answers to questions: P(A=a | B=b) / P(A=a | C=c), E(X | A=a) -
/// E(X | A=b). The questions ask for a number each. It is kept in postfix order, as an Expression.
struct FormulaOf {
    std::vector<FormulaNode> nodes;

    friend bool operator==(const FormulaOf&, const FormulaOf&);
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
/// An intervention that does not set a variable to one state replaces its distribution: do(X ~
/// [0.4, 0.6]), do(X := Z). The mechanism is a table P(X | parents), whose parents may not depend
/// on X (Correa and Bareinboim 2020, "A calculus for stochastic interventions").
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
    std::vector<TableCpd> mechanisms{};

    bool empty() const {
        return conditions.empty() && observations.empty() && interventions.empty() &&
               likelihoods.empty() && posteriors.empty() && mechanisms.empty();
    }
    friend bool operator==(const Given&, const Given&) = default;
};

/// A variable on the right of `|` that has no state there: the question is asked for each of its
/// states, observed, or set by do().
struct ForEach {
    VariableId variable;
    bool is_set = false;

    friend bool operator==(const ForEach&, const ForEach&) = default;
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
    std::variant<DistributionOf, ProbabilityOf, OddsOf, StatisticOf, EntropyOf, MutualInformationOf,
                 MostProbableAssignmentOf, MostProbableExplanationOf, FormulaOf>
        asked;
    Given given{};                    ///< empty of a formula, whose questions have their own
    std::string text{};               ///< as it was written; empty when built from C++
    std::vector<ForEach> for_each{};  ///< each makes a table of answers of the answer

    /// Equal parts in the same order; the text does not matter.
    friend bool operator==(const Query& a, const Query& b) {
        return a.asked == b.asked && a.given == b.given && a.for_each == b.for_each;
    }
};

/// A number, a question, or an operator that takes the two preceding values.
struct FormulaNode {
    enum class Operator : std::uint8_t { add, subtract, multiply, divide };

    std::variant<double, Query, Operator> content;

    friend bool operator==(const FormulaNode&, const FormulaNode&) = default;
};

/// do(variable = state) by name; throws ArgumentError or EvidenceError with a suggestion for a name
/// the network does not have.
Intervention intervention(const BayesianNetwork& network, std::string_view variable,
                          std::string_view state);

/// Throws ArgumentError unless the query fits the network: targets exist, are distinct, and
/// discrete unless one continuous variable is asked for alone, or an entropy; a statistic is of
/// continuous variables or of states that are finite numbers, the questions of a formula ask for
/// numbers, variables without a state on the right are discrete, every expression fits (see
/// validate(Expression)), no variable is set to two states at once, every value is the only one of
/// a continuous variable, and finite, and soft evidence has a number for each state of a variable
/// that is not set. An imposed posterior sums to 1 within 1e-5, and a row of a mechanism within
/// 1e-6; either is the only one of its variable, and mechanisms close no cycle. Throws
/// EvidenceError for the numbers of soft evidence.
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

/// The question, or each question of a formula, with more that is given.
Query joined(Query query, const Given& more);

/// True if the answer to the question is one number, so that it can be part of a formula.
bool asks_for_number(const Query& query, const BayesianNetwork& network);

/// The variables whose distribution is asked for, and those that are set by do(), in order of their
/// ids; of a formula those of all its questions.
std::vector<VariableId> variables_asked_about(const Query& query);
std::vector<VariableId> variables_set(const Query& query);

/// The question for these states of the variables in `for_each`, in their order; without a text.
Query row_of(const Query& query, std::span<const StateId> states);

}  // namespace pgm
