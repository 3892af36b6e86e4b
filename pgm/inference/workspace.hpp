#pragma once

#include <pgm/inference/predicted_cost.hpp>

#include <memory>
#include <optional>

namespace pgm {

class Posterior;
struct Explanation;

namespace detail {
class EngineImplementation;
struct WorkspaceState;
}  // namespace detail

/// The only mutable part of a query: the arena of intermediate tables, the plan it is set up for
/// and the last posterior.
///
/// One per thread; it may be used with any engine and any question, one after the other. After one
/// question of a kind, asking again with other values does not allocate.
class Workspace {
public:
    Workspace();
    ~Workspace();
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;

    /// The time that the last question spent on finding and compiling its plan, in seconds; 0 where
    /// a plan was at hand.
    double compile_seconds() const;

    /// The cost of the plan of the last question that had an answer; null before the first one
    /// and where the joint table of a small network answered.
    std::optional<PlanCost> plan_cost() const;

    /// Keeps an answer until the next question: for an algorithm that computes it elsewhere, in
    /// which it spent so many seconds on compiling.
    const Posterior& keep(Posterior posterior, double compile_seconds = 0);
    const Explanation& keep(Explanation explanation);

private:
    friend class InferenceEngine;
    std::unique_ptr<detail::WorkspaceState> state_;
};

}  // namespace pgm
