#pragma once

#include <pgm/decide/detail/total_utility.hpp>
#include <pgm/decide/influence_diagram.hpp>
#include <pgm/inference/detail/plan/plan_run.hpp>
#include <pgm/inference/detail/plan/planner.hpp>
#include <pgm/inference/engine_options.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// The discrete network on which a diagram is solved: the engine's plans, with policies and
/// utilities as tables that come with the question (QueryTables).
///
/// Ids are those of the diagram. A decision is a root whose alternatives are equally probable, and
/// what is continuous has one state. For each policy and each table of the total utility one
/// variable more is appended, with a single state, the scope of the table as parents and ones in
/// it: observed, it is the table of the question. So one question is
///
///     P(targets, e) prod of policies [ times one utility ],
///
/// whose plan is compiled once for whatever the policies are.
class PolicyModel {
public:
    /// `scopes` are what the policy of each decision depends on, without the decision.
    PolicyModel(const InfluenceDiagram& diagram, std::span<const std::vector<VariableId>> scopes,
                std::span<const ScaledUtility> utilities, const EngineOptions& options);
    PolicyModel(const PolicyModel&) = delete;
    PolicyModel& operator=(const PolicyModel&) = delete;

    /// The scope of a policy, without the decision.
    const Scope& given(std::size_t decision) const { return given_[decision]; }
    /// Lets a decision follow a policy: an alternative for each cell of given().
    void follow(std::size_t decision, std::span<const StateId> choice);
    void follow_none(std::size_t decision) { is_active_[decision] = 0; }
    bool follows(std::size_t decision) const { return is_active_[decision] != 0; }

    /// A product of tables over some targets: cell = exp(log_scale) * table[cell].
    struct Product {
        double log_scale = 0;
        Table table;
    };
    /// Which utilities a question has.
    enum class With : std::uint8_t { none, one, all };

    /// P(targets, e) times the policies that are followed and the chosen utilities; null where it
    /// is zero everywhere.
    std::optional<Product> product(std::span<const VariableId> targets, const Evidence& evidence,
                                   With with = With::none, std::size_t utility = 0);

private:
    std::size_t decisions_ = 0;
    std::vector<Scope> given_;
    BayesianNetwork network_;
    std::size_t first_slot_ = 0;
    std::unique_ptr<Planner> planner_;
    QueryTables tables_;
    std::vector<char> is_active_;  ///< by policy
    Planner::Scratch scratch_;
    PlanRun run_;
    CheckedEvidence evidence_;
    EngineOptions options_;
};

}  // namespace pgm::detail
