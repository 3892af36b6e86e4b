#pragma once

#include <pgm/core/detail/made_once.hpp>
#include <pgm/inference/detail/graph/plan_request.hpp>
#include <pgm/inference/detail/plan/plan_cache.hpp>
#include <pgm/inference/detail/plan/plan_question.hpp>
#include <pgm/inference/detail/reduce/arc_consistency.hpp>
#include <pgm/inference/engine_options.hpp>
#include <pgm/inference/predicted_cost.hpp>

#include <memory>
#include <span>
#include <vector>

namespace pgm::detail {

/// The policy: which plan answers a question. Three kinds compete, and the choice depends on the
/// network, the question and the evidence only, never on what was asked before, so that answers are
/// the same bits in any order and on any number of threads.
///
/// 1. The *full plan*: compiled once for all marginals, for the most probable explanation, or once
///    for the marginals of some targets, with any evidence, which is entered into the tables.
///    Nothing to compile when the next evidence is on other variables. Taken, where there is
///    evidence, whenever it is predicted to run no longer than three quarters of what compiling a
///    plan would take.
/// 2. A plan for *what is observed*: observed variables have left the graph, their values are
///    filled in at run time. Cached.
/// 3. A plan for *this evidence*: states that the evidence rules out have left too
///    (ArcConsistency). Taken, in networks with zeros, when plan 2 would run longer than half of
///    what it takes to compile another one; and when an intervention sets a state that never occurs
///    by itself.
///
/// (Questions about networks of a few hundred assignments come here only with interventions, or for
/// joint posteriors and marginal MAP: joint_table.hpp.)
///
/// Where 2 and 3 are about as good, 2 is better for evidence on the same variables again and again,
/// 3 for ever new variables; the rule loses at most a factor of two to the better one in either
/// case. Predictions: cost_model.hpp.
class Planner {
public:
    Planner(const BayesianNetwork& network, const EngineOptions& options);
    /// For networks in which not every variable may be asked for and observed
    /// (discretised_model.hpp, expanded_network.hpp): those that may, and how many of the last
    /// variables stand for densities, which are observed.
    Planner(const BayesianNetwork& network, const EngineOptions& options,
            std::vector<VariableId> all_targets, std::size_t densities);

    /// Memory of one thread between questions.
    struct Scratch {
        PlanCache::Key key;
        Domains domains;
        ArcConsistency::Scratch arc_consistency;
        /// The key and plan of the last answer of plan(), so that the same kind of question costs
        /// one comparison.
        PlanCache::Key last_key;
        std::shared_ptr<const Plan> last_plan;
        const Planner* last_planner = nullptr;
        /// The last one made for one evidence; null when that was impossible.
        std::shared_ptr<const Plan> evidence_plan;
        PlanKind kind = PlanKind::full;  ///< of the last answer of plan()
        double compile_seconds =
            /// Spent by all calls since the workspace began a question; a call for a plan that is
            /// at hand adds nothing.
            0;
    };

    /// The plan for a question; null when the evidence is seen to be impossible on the way. The
    /// reference is good until planner or scratch are used again.
    const std::shared_ptr<const Plan>& plan(const PlanQuestion& question, Scratch& scratch) const;

    /// Predicted times of a plan for this evidence, which is not compiled; 0 where the evidence is
    /// seen to be impossible.
    struct Prediction {
        double run_seconds = 0;
        double compile_seconds = 0;
    };
    Prediction predict(const PlanQuestion& question, Scratch& scratch) const;
    /// Predicted time of one run of a plan for all marginals with any evidence.
    double predicted_full_run_seconds() const;

    /// The plan that is chosen, its cost and that of the others. Compiles it.
    PredictedCost predicted_cost(const PlanQuestion& question) const;

    /// The graph that answers many rows in which the variables have these roles, whatever their
    /// values (task joint or marginals); from several threads at once. Null where it would run so
    /// long that a plan per row is cheaper, or need too much memory.
    std::shared_ptr<const ContractionGraph> graph_for_rows(Task task,
                                                           std::span<const VariableId> targets,
                                                           std::span<const Role> roles) const;

    const BayesianNetwork& network() const { return network_; }
    std::span<const VariableId> all_targets() const { return all_; }
    /// The states that occur without evidence.
    const Domains& prior() const { return arc_consistency_.prior(); }

private:
    using FullPlan = MadeOnce<std::shared_ptr<const Plan>>;  ///< null where it is not worth it

    enum class PlanMembership { inside, outside, impossible };

    PlanMembership membership_of(const CheckedEvidence& evidence) const;
    static bool has_full_plan(const PlanQuestion& question);
    PlanRequest limited_request() const;  ///< with the bounds that all plans have
    template <class Make>
    const std::shared_ptr<const Plan>& kept_plan(Scratch& scratch, const Make& make) const;
    PlanRequest full_request(Task task, const Targets& targets) const;
    /// Null where it would run too long.
    std::shared_ptr<const Plan> make_full_plan(const PlanQuestion& question,
                                               Scratch& scratch) const;
    const std::shared_ptr<const Plan>& full_plan(const PlanQuestion& question,
                                                 Scratch& scratch) const;
    const std::shared_ptr<const Plan>& full_plan_for_targets(const PlanQuestion& question,
                                                             Scratch& scratch) const;
    /// Null where one for this very evidence is cheaper.
    std::shared_ptr<const Plan> plan_for_observed(const PlanQuestion& question,
                                                  Scratch& scratch) const;
    const std::shared_ptr<const Plan>& plan_for_this_evidence(const PlanQuestion& question,
                                                              bool from_all_states,
                                                              Scratch& scratch) const;
    static void write_key(const PlanQuestion& question, PlanCache::Key& key);
    static void append_targets(std::span<const VariableId> targets, PlanCache::Key& key);
    PlanRequest request_for(const PlanQuestion& question) const;

    const BayesianNetwork& network_;
    EngineOptions options_;
    ArcConsistency arc_consistency_;
    std::vector<VariableId> all_;
    std::size_t densities_;  ///< empty: likelihood for all
    // Plans are made when they are first asked for, from any thread.
    mutable PlanCache cache_;  ///< under its mutex
    FullPlan full_marginals_, full_maximum_, full_families_;
};

}  // namespace pgm::detail
