#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/answer.hpp>

#include <string_view>
#include <vector>

namespace pgm {

/// The memory of repeated questions to a MixtureEngine. Each thread needs one of its own.
struct MixtureWorkspace {
    Workspace workspace;
    Posterior posterior;         ///< the last one of a mixture of several networks
    Explanation explanation;     ///< likewise
    double compile_seconds = 0;  ///< what the last question spent on plans, all networks together
};

/// Answers questions exactly about a weighted average of networks over the same variables, such as
/// an AODE classifier:
///
///     P(x, e) = sum_m w_m P_m(x, e)  /  sum_m w_m         m over the members that take part
///     P(x | e) = P(x, e) / P(e)
///
/// An intervention do(X=x) applies to every member. A member whose super-parent is observed in a
/// state that was too rare in training is left out (WeightedNetwork), as in predictions.
///
/// With one network, the answers are those of its InferenceEngine, bit for bit. With several,
/// distributions and probabilities are mixed. The most probable assignment of a mixture is not that
/// of any member; it is found in the joint distribution of the variables in question, so a table of
/// more than `most_joint_cells` cells is refused.
///
/// A MixtureEngine is immutable and may be used from many threads. Its errors are those of
/// InferenceEngine.
class MixtureEngine {
public:
    static constexpr double most_joint_cells = 1 << 24;

    /// Throws ArgumentError for members that do not have the same variables in the same order.
    explicit MixtureEngine(std::vector<WeightedNetwork> members, EngineOptions options = {});

    /// The network of the first member; all members have its variables.
    const BayesianNetwork& network() const { return engines_.front().network(); }
    std::size_t size() const { return engines_.size(); }
    /// The targets that marginals() accepts: all discrete variables.
    std::vector<VariableId> targets() const { return discrete_variables(network()); }
    /// The engine where there is one network, null for a mixture.
    const InferenceEngine* single() const { return size() == 1 ? &engines_.front() : nullptr; }

    /// P(X | e) of each target. The result lies in the workspace and is valid until that is used
    /// again.
    const Posterior& marginals(std::span<const VariableId> targets, const Evidence& evidence,
                               MixtureWorkspace& workspace) const;

    /// Posteriors under anything that may be given.
    const Posterior& marginals_given(std::span<const VariableId> targets, const Given& given,
                                     MixtureWorkspace& workspace) const;

    /// argmax over all discrete variables of P(x, e). Throws TooLargeError for a mixture with too
    /// many possible assignments.
    const Explanation& most_probable_explanation(const Evidence& evidence,
                                                 MixtureWorkspace& workspace) const;

    /// log P(e); -inf if impossible.
    double log_evidence(const Evidence& evidence, MixtureWorkspace& workspace) const;
    /// True if the condition has probability zero in every network that takes part.
    bool is_impossible(const Given& given, MixtureWorkspace& workspace) const;

    /// Equal to pgm::answer(), for the mixture.
    Answer answer(const Query& query, MixtureWorkspace& workspace) const;
    Answer answer(std::string_view query) const;

private:
    std::vector<std::size_t> taking_part(const Evidence& evidence) const;
    std::vector<std::size_t> taking_part(const Given& given) const;
    const Posterior& mixed_marginals(std::span<const VariableId> targets,
                                     std::span<const Posterior> parts,
                                     std::span<const double> weights,
                                     MixtureWorkspace& workspace) const;
    Given fitted(const Given& given, MixtureWorkspace& workspace) const;
    JointPosterior joint(std::span<const VariableId> targets, const Evidence& evidence,
                         MixtureWorkspace& workspace) const;
    JointPosterior mixed_answers(const Query& query, std::span<const std::size_t> members,
                                 MixtureWorkspace& workspace) const;
    Query distribution_for(const Query& query) const;
    void require_small_joint(std::span<const VariableId> targets) const;

    std::vector<double> weights_;
    std::vector<std::optional<SuperParent>> super_parents_;
    std::vector<InferenceEngine> engines_;
};

/// Why evidence, or the condition of a query, is impossible in every network that takes part: the
/// same as minimal_conflict() of one network (pgm/inference/conflict.hpp, pgm/query/query_conflict.hpp).
/// Leaving out a finding may admit a member that was left out before.
Evidence minimal_conflict(const MixtureEngine& engine, const Evidence& evidence);
Given minimal_conflict(const MixtureEngine& engine, const Given& given);

}  // namespace pgm
