#pragma once

#include <pgm/inference/detail/joint/joint_table.hpp>
#include <pgm/inference/detail/plan/plan_run.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/detail/checked_evidence.hpp>

namespace pgm::detail {

/// Fills a Posterior from runs of plans and from joint tables: PosteriorBuilder's counterpart for
/// repeated questions, without its checks and its allocations.
///
/// What a plan computes goes to the same places of the same posterior each time. So where from and
/// where to is worked out once, until the posterior gets another shape or the run another plan.
class PosteriorWriter {
public:
    explicit PosteriorWriter(Posterior& posterior) : posterior_(posterior) {}

    /// Shapes the posterior for these targets, which are distinct.
    void shape(const BayesianNetwork& network, std::span<const VariableId> targets);

    /// P(e) = 0.
    void write_impossible() { posterior_.set_impossible(); }

    /// P(e) > 0. The marginals follow, from one run or from several for some of the targets each.
    void begin(double log_evidence);
    /// The marginals of a run with P(e) > 0.
    void write(const PlanRun& run, const CheckedEvidence& evidence);

    /// Writes the posteriors that a joint table gives.
    void write(const JointTable& table, const JointSums& sums, const CheckedEvidence& evidence);

private:
    /// A marginal that has all states of its variable.
    struct Whole {
        std::uint32_t cell, states;  ///< of the arena
        std::size_t first;           ///< in the posterior's values
    };
    /// One that is without some.
    struct Partial {
        MarginalOutput output;
        std::uint32_t slot;
    };

    void bind(const std::shared_ptr<const Plan>& plan);
    void mark_too_small(const PlanRun& run);

    Posterior& posterior_;
    /// Per variable of the network: its index in the posterior, or Plan::none.
    std::vector<std::uint32_t> slot_of_;
    std::shared_ptr<const Plan> plan_;  ///< that the lists below are for
    std::vector<Whole> whole_;
    std::vector<Partial> partial_;
    std::vector<std::uint32_t> certain_;  ///< slots of the variables that the plan leaves one state
};

}  // namespace pgm::detail
