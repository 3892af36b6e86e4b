#pragma once

#include <pgm/inference/detail/continuous/hybrid_question.hpp>
#include <pgm/inference/detail/plan/plan_reader.hpp>
#include <pgm/inference/detail/plan/plan_run.hpp>
#include <pgm/inference/detail/plan/planner.hpp>
#include <pgm/inference/detail/posterior_writer.hpp>
#include <pgm/inference/workspace.hpp>

#include <memory>
#include <vector>

namespace pgm::detail {

struct WorkspaceState {
    Planner::Scratch planner;
    PlanRun run;
    PlanRun evidence_run;  ///< of P(e) alone
    const PlanRun* last_run =
        nullptr;            ///< which of the two came last; null where a joint table did
    HybridQuestion hybrid;  ///< of a network with continuous variables
    Posterior posterior;
    PosteriorWriter writer{posterior};
    Explanation explanation;
    std::shared_ptr<const char> engine;  ///< the identity of the engine that asked last
    bool is_shaped = false;              ///< the posterior is laid out for that engine
    bool is_shaped_for_all = false;      ///< for its list of all targets
    AssignmentScratch assignment;
    std::vector<char> seen;  ///< per variable, while targets are checked: whether it was among them
};

}  // namespace pgm::detail
