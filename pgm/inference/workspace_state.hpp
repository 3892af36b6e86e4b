#pragma once

#include <pgm/inference/plan_run.hpp>
#include <pgm/inference/planner.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/inference/workspace.hpp>

#include <vector>

namespace pgm {

struct Workspace::State {
    Planner::Scratch planner;
    PlanRun run;
    Posterior posterior;
    std::vector<std::uint32_t> slot_of;        ///< per variable of the network: its index in the posterior, or Plan::none
    const BayesianNetwork* network = nullptr;  ///< that the posterior was shaped for
};

}  // namespace pgm
