#pragma once

#include <pgm/inference/detail/continuous/hybrid_question.hpp>
#include <pgm/inference/detail/continuous/repeated_evidence.hpp>
#include <pgm/inference/detail/joint/joint_table.hpp>
#include <pgm/inference/detail/plan/plan_reader.hpp>
#include <pgm/inference/detail/plan/plan_run.hpp>
#include <pgm/inference/detail/plan/planner.hpp>
#include <pgm/inference/detail/posterior_writer.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace pgm::detail {

/// The state that a workspace keeps between questions. Engines are recognised by an identity that
/// each of them owns alone; it is kept alive here, so that no later engine can be taken for an
/// earlier one.
struct WorkspaceState {
    /// A new question, to the engine of that identity: nothing has been compiled for it yet, and
    /// what is known of another engine is forgotten.
    void begin_question(const std::shared_ptr<const char>& asked_engine) {
        planner.compile_seconds = 0;
        if (engine == asked_engine) return;
        engine = asked_engine;
        is_shaped = false;
        planner.last_planner = nullptr;
        hybrid = {};
        repeated = {};
    }

    std::shared_ptr<const char> engine;  ///< the identity of the engine that was asked last
    CheckedEvidence evidence;            ///< of the last question
    Planner::Scratch planner;
    PlanRun run;
    JointSums sums;
    bool plan_has_run = false;  ///< for the last question that had an answer
    HybridQuestion hybrid;      ///< of a network with continuous variables
    /// The number of the question's evidence, the same for questions with equal evidence; 0 where
    /// it is not known to be equal to any.
    std::uint64_t evidence_number = 0;
    RepeatedEvidence repeated;  ///< of questions about continuous variables
    Posterior posterior;
    PosteriorWriter writer{posterior};
    bool is_shaped = false;          ///< the posterior is laid out for that engine
    bool is_shaped_for_all = false;  ///< for all discrete variables
    Explanation explanation;
    FamilyPosteriors families;
    AssignmentScratch assignment;
    std::vector<char> seen;  ///< per variable, while targets are checked: whether it was among them
};

}  // namespace pgm::detail
