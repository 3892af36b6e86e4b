#pragma once

#include <memory>

namespace pgm {

struct Plan;

/// The only mutable part of a query: the arena of intermediate tables, the plan it is set up for and the last posterior.
///
/// One per thread; it may be used with any engine and any question, one after the other. After it has seen a kind of question once, asking again
/// with other values allocates nothing.
class Workspace {
public:
    Workspace();
    ~Workspace();
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;

    /// What the last question spent on finding and compiling its plan, in seconds; 0 where a plan was at hand.
    double compile_seconds() const;

    /// The plan of the last question that had an answer (plan.hpp tells its cost), null before the first one and where a small network's joint table answered
    /// (joint_table.hpp); good until the workspace is used again.
    const Plan* plan() const;

private:
    friend class InferenceEngine;
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace pgm
