#pragma once

#include <pgm/inference/detail/plan/plan_run.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/table/table.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// Reads the result of a run for the variables that were asked for. A plan has its own order of
/// axes and is without variables that have been observed or have one state only
/// (posterior_writer.hpp does the same for posteriors).

/// Lists of one thread, kept between questions.
struct AssignmentScratch {
    std::vector<std::uint32_t> chosen;    ///< of the variables of the plan
    std::vector<std::uint32_t> state_of;  ///< per variable of the network
};

/// Appends the states of the variables in the maximum that a plan with Task::maximum has found, in
/// their order.
void read_assignment(const PlanRun& run, const CheckedEvidence& evidence,
                     std::span<const VariableId> variables, AssignmentScratch& scratch,
                     std::vector<StateId>& states);

/// Fills the joint distribution of a plan with Task::joint into a table of zeros over its targets,
/// in any order. `too_small` gets the cells that are positive but 0 as doubles, ascending.
void read_joint(const PlanRun& run, const CheckedEvidence& evidence, Table& table,
                std::vector<std::size_t>& too_small);

/// Fills the posteriors of a plan with Task::families: one range of cells per variable of
/// `network`.
void read_families(const PlanRun& run, const CheckedEvidence& evidence,
                   const BayesianNetwork& network, FamilyPosteriors& posteriors);

}  // namespace pgm::detail
