#pragma once

#include <pgm/core/numbers.hpp>
#include <pgm/inference/conflict.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/solver.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/query/query.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pgm {

/// The condition has probability zero, so the question has no answer.
struct ImpossibleEvidence {
    Given given{};  ///< what is impossible: of a formula, in the first question that has no answer
};

/// P(event | given), in [0, 1].
struct EventProbability {
    double value = 0;
    bool is_possible = false;  ///< whether it is positive, though perhaps 0 as a double (1e-400)
};

/// A number that is no probability, such as an expected value.
struct NumericValue {
    double value = 0;
    std::string_view unit{};  ///< "nats" of an entropy; empty where the variables say what it is
};

struct AnswerRow;

/// The answers to a question for each state of some variables, P(A | B): a row for each
/// configuration of Query::for_each, the last one going fastest. Rows may be impossible, though not
/// all of them.
struct AnswerTable {
    std::vector<ForEach> for_each;
    std::vector<AnswerRow> rows;
};

/// The answer to one question: a probability, a number, a joint distribution whose axes are in the
/// order of the question, a density, a most probable assignment, or a table of such answers.
/// `argmax(*)` gives every variable that is not already fixed by the given, in id order.
struct Answer {
    std::string query;  ///< the text of the question; for a question built in C++ it is written out
    std::variant<ImpossibleEvidence, EventProbability, NumericValue, JointPosterior,
                 ContinuousPosterior, Explanation, AnswerTable>
        result;
    /// Of argmax 5 (..): the Explanation and the next best, fewer than asked for where no more are
    /// possible; empty of other questions.
    std::vector<Explanation> best{};
    std::size_t asked_for = 1;  ///< assignments
    /// log P(given): under interventions, in the network they leave behind.
    double log_evidence = -infinity;
    double compile_seconds = 0;  ///< spent on finding and compiling plans; 0 where all were at hand

    bool impossible() const { return std::holds_alternative<ImpossibleEvidence>(result); }

    /// The result of a question of each kind. They throw ImpossibleEvidenceError under impossible
    /// evidence, and ArgumentError where the question asked for something else.
    double probability() const;
    double value() const;
    const Table& distribution() const;
    const ContinuousPosterior& density() const;
    const Explanation& explanation() const;
    const AnswerTable& table() const;
};

/// The answer for some states, in the order of AnswerTable::for_each.
struct AnswerRow {
    std::vector<StateId> states;
    Answer answer;
};

/// Answers a question by any solver, exactly where that is an InferenceEngine.
///
/// Conditions on a single variable become findings, and so does soft evidence. An expression over
/// several variables is compiled to deterministic auxiliary nodes in a copy of the network
/// (pgm/query/detail/auxiliary_nodes.hpp), so the same algorithm answers any expression, at the
/// cost of preparing one network per question.
///
/// Throws ArgumentError when the query does not fit the solver's network or its answer is no finite
/// number, EvidenceError when the posteriors that it imposes cannot be had, TooLargeError as the
/// solver does and for a table of more than 65,536 rows.
Answer answer(const Solver& solver, const Query& query);

/// Answers in a workspace, for many questions one after the other. One that is asked often is
/// prepared once.
Answer answer(const Solver& solver, const Query& query, Workspace& workspace);

/// A solver under what is given, ready to be asked as often as one likes. All that depends on the
/// given alone is done when it is made: imposed posteriors are fitted, conditions become one
/// finding per variable, and where they are about several variables the solver is made for a
/// network with auxiliary nodes. A question then costs what the solver costs.
///
///     Workspace workspace;
///     ConditionedEngine given(engine, parse_given(network, "Wet=wet or Slippery=yes"), workspace);
///     given.marginals(targets, workspace);
///
/// solver() and evidence() together mean the given: any question of the solver about variables of
/// the original network may be asked under this evidence. A contradictory given has no evidence.
class ConditionedEngine {
public:
    /// `solver` must outlive this. Throws like answer().
    ConditionedEngine(const Solver& solver, const Given& given, Workspace& workspace);

    const Solver& solver() const { return extended_ ? *extended_ : *original_; }
    const Evidence& evidence() const { return evidence_; }
    /// It cannot be true whatever the network: A=a and A=b.
    bool contradictory() const { return contradictory_; }
    /// The states that it leaves no choice about, as fixed_states() has them.
    const std::map<VariableId, StateId>& fixed() const { return fixed_; }
    /// Spent on the solver of a network with auxiliary nodes, in seconds; 0 where there is none.
    double compile_seconds() const { return compile_seconds_; }

    /// P(X | given) of each target. The answer is good until the workspace is used again. Throws as
    /// the solver does.
    const Posterior& marginals(std::span<const VariableId> targets, Workspace& workspace) const;

    /// log P(given), -infinity where it is impossible.
    double log_evidence(Workspace& workspace) const;

private:
    friend class PreparedQuery;

    /// The parts of a question that may need auxiliary nodes, too.
    struct Asked {
        const Expression* event = nullptr;
        std::span<const LinearForm> forms{};
    };

    /// Prepares a given that has been checked.
    ConditionedEngine(const Solver& solver, const Given& given, const Asked& asked,
                      Workspace& workspace);

    const Solver* original_;
    Evidence evidence_;
    bool contradictory_ = false;
    std::map<VariableId, StateId> fixed_;
    std::optional<Condition> event_;  ///< in the network of solver()
    std::vector<VariableId> forms_;   ///< likewise
    std::shared_ptr<const Solver> extended_;
    double compile_seconds_ = 0;
};

/// A question ready to be asked often, under a ConditionedEngine: answer() makes one, asks it once
/// and drops it.
class PreparedQuery {
public:
    /// `solver` must outlive this. Throws like pgm::answer().
    PreparedQuery(const Solver& solver, Query query, Workspace& workspace);

    double compile_seconds() const;

    /// Throws as the solver does.
    Answer answer(Workspace& workspace) const;

private:
    /// Marks the constructor for a query that has been checked.
    struct Fits {};
    PreparedQuery(Fits fits, const Solver& solver, Query query, Workspace& workspace);

    Answer answer_formula(const FormulaOf& formula, Workspace& workspace) const;
    Answer answer_table(Workspace& workspace) const;

    const Solver* solver_;
    Query query_;
    std::optional<ConditionedEngine> given_;  ///< of a question by itself
    std::vector<PreparedQuery> parts_;        ///< the questions of a formula
};

/// parse_query and answer in one.
Answer answer(const Solver& solver, std::string_view query);

/// P(X | given) of each target. log P(given) does not depend on imposed posteriors: it is that of
/// everything else. The answer is good until the workspace is used again. Throws like answer().
const Posterior& marginals(const Solver& solver, std::span<const VariableId> targets,
                           const Given& given, Workspace& workspace);

/// Why what is given is impossible: the same as minimal_conflict() of evidence, for what stands on
/// the right of `|`. The parts are conditions (a conjunction counts as several), observed values,
/// likelihoods and interventions; they may contradict each other whatever the network, as A=a and
/// A=b do. Empty where the given is possible.
///
///     format_parts(network, minimal_conflict(engine, query.given));    // {"either=no", "tub=yes"}
///
/// Throws ArgumentError for a given that does not fit the network, TooLargeError when it is too
/// hard.
Given minimal_conflict(const Solver& solver, const Given& given);

/// Searches by a predicate that is true for the impossible.
Given minimal_conflict(const Given& given, const std::function<bool(const Given&)>& is_impossible);

/// The states that the given leaves no choice about: X=a, do(X=a), or X!=b where a is the only
/// other one.
std::map<VariableId, StateId> fixed_states(const BayesianNetwork& network, const Given& given);

/// A network, and evidence in it, together equivalent to what is given: the variables of the
/// original, and after them auxiliary ones for conditions on several variables. An imposed
/// posterior is only marked, as a likelihood of these numbers.
struct ConditionedNetwork {
    BayesianNetwork network;
    Evidence evidence;
    bool contradictory = false;  ///< it cannot be true whatever the network; there is no evidence
};
ConditionedNetwork conditioned(const BayesianNetwork& network, const Given& given);

}  // namespace pgm
