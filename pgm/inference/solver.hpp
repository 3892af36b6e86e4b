#pragma once

#include <pgm/core/error.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/inference/workspace.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>

namespace pgm {

/// A question about a network: what is asked, about which variables, given what. A view, for as
/// long as it is being answered.
///
/// | kind          | targets                  | answer                                      |
/// |---------------|--------------------------|---------------------------------------------|
/// | marginals     | discrete; none: all      | Posterior: P(X \| e) of each                |
/// | joint         | discrete                 | JointPosterior: P(X_1, ..., X_m \| e)       |
/// | most_probable | discrete; none: all      | Explanation: argmax P(x, e)                 |
/// | evidence      | not read                 | double: log P(e), -inf where impossible     |
/// | families      | not read                 | FamilyPosteriors: P(X, parents of X \| e)   |
/// | density       | one continuous variable  | ContinuousPosterior: p(x \| e)              |
/// | moments       | continuous               | ContinuousMoments: means and covariances    |
///
/// Targets are distinct variables of the network.
struct Question {
    enum class Kind : std::uint8_t {
        marginals,
        joint,
        most_probable,
        evidence,
        families,
        density,
        moments
    };
    using Targets = std::optional<std::span<const VariableId>>;

    Kind kind;
    Targets targets;
    const Evidence& given;

    /// The targets of a kind that has some. Throws ArgumentError where none are named, and for a
    /// density of several variables.
    std::span<const VariableId> named_targets() const;
};

/// An answer that lies in the workspace until that is used again.
template <class Answer>
using Kept = std::reference_wrapper<const Answer>;

/// The answer of a solver to a Question, of the type that the kind has. It differs from Answer
/// (pgm/query/answer.hpp), that of a question in words.
using SolverAnswer = std::variant<Kept<Posterior>, JointPosterior, Kept<Explanation>, double,
                                  Kept<FamilyPosteriors>, ContinuousPosterior, ContinuousMoments>;

/// A copy of a network with some variables added after its own, whose parents are among them.
using NetworkExtension = std::function<BayesianNetwork(const BayesianNetwork&)>;

/// An algorithm that answers questions about a network, exactly or not. InferenceEngine is one;
/// docs/adding-an-inference-algorithm.md adds another. A solver of your own has network(), ask()
/// and extended(); the other members are questions, each in one call.
///
/// Every member that answers is `const` and may be called from many threads at once, each with a
/// Workspace of its own (or none, and one is made for the call). Answers that are references are
/// good until the workspace is used again.
///
/// Members throw EvidenceError for findings that do not fit the network, ArgumentError for targets
/// that do not and for a question that the algorithm does not answer, and TooLargeError where the
/// answer would take more than its limits.
class Solver {
public:
    virtual ~Solver() = default;

    /// The variables that questions are about.
    virtual const BayesianNetwork& network() const = 0;
    virtual SolverAnswer ask(const Question& question, Workspace& workspace) const = 0;
    /// This algorithm for an extended network.
    virtual std::unique_ptr<const Solver> extended(const NetworkExtension& extension) const = 0;
    /// True for a solver that finds most probable assignments in the joint table of the variables
    /// asked for, to which every added variable is a burden.
    virtual bool is_mixture() const { return false; }

    /// P(X | e) of every discrete variable, or of the chosen ones.
    Posterior marginals(const Evidence& evidence = {}) const;
    Posterior marginals(std::span<const VariableId> targets, const Evidence& evidence = {}) const;
    const Posterior& marginals(const Evidence& evidence, Workspace& workspace) const;
    const Posterior& marginals(std::span<const VariableId> targets, const Evidence& evidence,
                               Workspace& workspace) const;

    /// P(X_1, ..., X_m | e) for any set of distinct variables, also when no clique holds them.
    JointPosterior joint(std::span<const VariableId> targets, const Evidence& evidence = {}) const;
    JointPosterior joint(std::span<const VariableId> targets, const Evidence& evidence,
                         Workspace& workspace) const;

    /// argmax over all variables of P(x, e), and P(e) beside it.
    Explanation most_probable_explanation(const Evidence& evidence = {}) const;
    const Explanation& most_probable_explanation(const Evidence& evidence,
                                                 Workspace& workspace) const;

    /// Marginal MAP: argmax over the assignments of `targets` of P(targets, e), everything else
    /// summed out. Not the same as reading the states off the most probable explanation, nor off
    /// the marginals one by one.
    Explanation most_probable_assignment(std::span<const VariableId> targets,
                                         const Evidence& evidence = {}) const;
    const Explanation& most_probable_assignment(std::span<const VariableId> targets,
                                                const Evidence& evidence,
                                                Workspace& workspace) const;

    /// log P(e); -inf when impossible.
    double log_evidence(const Evidence& evidence) const;
    double log_evidence(const Evidence& evidence, Workspace& workspace) const;

    /// P(X, parents of X | e) of every discrete variable X, all from one run: what expected counts
    /// are made of. Throws ArgumentError where a discrete distribution is no table.
    const FamilyPosteriors& families(const Evidence& evidence, Workspace& workspace) const;

    /// P(X | e) of a continuous variable. Throws ArgumentError for a discrete one and for one whose
    /// distribution is a function (FunctionCpd).
    ContinuousPosterior density(VariableId target, const Evidence& evidence = {}) const;
    ContinuousPosterior density(VariableId target, const Evidence& evidence,
                                Workspace& workspace) const;

    /// The means, variances and covariances of continuous variables. Throws likewise, and for a
    /// variable that occurs twice.
    ContinuousMoments moments(std::span<const VariableId> targets,
                              const Evidence& evidence = {}) const;
    ContinuousMoments moments(std::span<const VariableId> targets, const Evidence& evidence,
                              Workspace& workspace) const;

protected:
    Solver() = default;
    Solver(const Solver&) = default;
    Solver(Solver&&) = default;
    Solver& operator=(const Solver&) = default;
    Solver& operator=(Solver&&) = default;
};

/// The answer of an algorithm that has posteriors and nothing else: it has marginals, the joint
/// distribution of one variable, and log P(e). `marginals(targets, evidence)` gives P(X | e) of
/// each target. Throws ArgumentError, naming the question, for others.
SolverAnswer answer_by_marginals(
    const Question& question, const BayesianNetwork& network, Workspace& workspace,
    const std::function<Posterior(std::span<const VariableId>, const Evidence&)>& marginals);

}  // namespace pgm
