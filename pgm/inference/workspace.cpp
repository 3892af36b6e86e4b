#include <pgm/inference/workspace.hpp>

#include <pgm/inference/detail/workspace_state.hpp>

#include <utility>

namespace pgm {

using namespace detail;

Workspace::Workspace() : state_(std::make_unique<WorkspaceState>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

double Workspace::compile_seconds() const {
    return state_->planner.compile_seconds;
}

const Posterior& Workspace::keep(Posterior posterior, double compile_seconds) {
    state_->posterior = std::move(posterior);
    state_->is_shaped = false;
    state_->planner.compile_seconds = compile_seconds;
    return state_->posterior;
}

const Explanation& Workspace::keep(Explanation explanation) {
    return state_->explanation = std::move(explanation);
}

std::optional<PlanCost> Workspace::plan_cost() const {
    if (!state_->plan_has_run || !state_->run.plan()) return std::nullopt;
    return state_->run.plan()->cost;
}

}  // namespace pgm
