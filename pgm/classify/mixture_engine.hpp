#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/answer.hpp>

#include <string_view>
#include <vector>

namespace pgm {

/// The memory of repeated questions to a MixtureEngine; one per thread.
struct MixtureWorkspace {
    Workspace workspace;
    Posterior posterior;         ///< the last one that several networks answered
    Explanation explanation;     ///< likewise
    double compile_seconds = 0;  ///< what the last question spent on plans, over all networks
};

/// Exact answers about a weighted average of networks over the same variables, which is what a
/// classifier such as AODE is:
///
///     P(x, e) = sum_m w_m P_m(x, e)  /  sum_m w_m         m over the members that take part
///     P(x | e) = P(x, e) / P(e)
///
/// An intervention do(X=x) is made in every member. A member with a super-parent takes no part
/// where the evidence says a value of it too rare to speak (WeightedNetwork), as in predictions.
///
/// One network is asked directly, and its InferenceEngine gives the answer, to the bit. With
/// several, distributions and probabilities are mixed. A most probable assignment is that of the
/// mixture, which no member knows: it is looked up in the joint distribution of the variables in
/// question, so it needs a table of them (at most `most_joint_cells`) and is refused beyond.
///
/// Immutable; may be used from many threads. Errors are those of InferenceEngine.
class MixtureEngine {
public:
    static constexpr double most_joint_cells = 1 << 24;

    /// Throws ArgumentError for members that do not have the same variables in the same order.
    explicit MixtureEngine(std::vector<WeightedNetwork> members, EngineOptions options = {});

    /// That of the first member: the variables are those of all.
    const BayesianNetwork& network() const { return engines_.front().network(); }
    std::size_t size() const { return engines_.size(); }
    /// The engine where there is one network, null for a mixture.
    const InferenceEngine* single() const { return size() == 1 ? &engines_.front() : nullptr; }

    /// P(X | e) of the targets, in a workspace. The reference is good until that is used again.
    const Posterior& marginals(std::span<const VariableId> targets, const Evidence& evidence,
                               MixtureWorkspace& workspace) const;

    /// argmax over all discrete variables of P(x, e). Throws TooLargeError for a mixture of which
    /// too many assignments are possible.
    const Explanation& most_probable_explanation(const Evidence& evidence,
                                                 MixtureWorkspace& workspace) const;

    /// What pgm::answer() says of one network, of the mixture.
    Answer answer(const Query& query, MixtureWorkspace& workspace) const;
    Answer answer(std::string_view query) const;

private:
    std::vector<std::size_t> taking_part(const Evidence& evidence) const;
    JointPosterior joint(std::span<const VariableId> targets, const Evidence& evidence,
                         MixtureWorkspace& workspace) const;
    Answer distribution(const Query& query, std::span<const std::size_t> members,
                        MixtureWorkspace& workspace) const;
    void require_small_joint(std::span<const VariableId> targets) const;

    std::vector<double> weights_;
    std::vector<std::optional<SuperParent>> super_parents_;
    std::vector<InferenceEngine> engines_;
};

/// Any question of any classifier: "P(class | petal_length=4.8)". Compiles its networks; for many
/// questions make a MixtureEngine of classifier.members(), or classifier.engine(), once.
Answer answer(const Classifier& classifier, std::string_view query);

}  // namespace pgm
