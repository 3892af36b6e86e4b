#pragma once

#include <pgm/inference/detail/continuous/continuous_evidence.hpp>
#include <pgm/inference/detail/plan/planner.hpp>

#include <memory>
#include <span>
#include <vector>

namespace pgm::detail {

/// The discrete network that the engine works on in place of one with continuous variables.
///
/// Ids are those of the original. A continuous variable has a placeholder of one state and without
/// arcs. For every factor that observed values can give (ContinuousEvidence) one variable more is
/// appended, with a single state, the factor's scope as parents and a table of ones: observed, it
/// is the factor, once its table is replaced by the densities of the question (QueryTables). A
/// discrete variable with continuous parents has equally probable states here, which the factor
/// that it is in makes what they are. So relevance, elimination orders, plans and their cache do
/// without continuous variables.
///
/// One discretised model serves all questions in which no unknown continuous variable has an
/// observed child; every other pattern of what is known has one of its own.
class DiscretisedModel {
public:
    /// For these roles and fixed discrete variables, see ContinuousEvidence. `targets` are the
    /// discrete variables that may be asked for and observed, ascending.
    DiscretisedModel(const BayesianNetwork& network, std::span<const VariableId> targets,
                     std::span<const Role> roles, std::span<const char> fixed,
                     const EngineOptions& options);

    const ContinuousEvidence& densities() const { return densities_; }
    const BayesianNetwork& network() const { return network_; }
    const Planner& planner() const { return planner_; }
    /// The variable that stands for a factor.
    VariableId slot(std::size_t factor) const { return VariableId(first_slot_ + factor); }

private:
    std::size_t first_slot_;
    ContinuousEvidence densities_;
    BayesianNetwork network_;
    Planner planner_;
};

}  // namespace pgm::detail
