#include <pgm/inference/workspace.hpp>

#include <pgm/inference/detail/workspace_state.hpp>

namespace pgm {

using namespace detail;

Workspace::Workspace() : state_(std::make_unique<WorkspaceState>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

double Workspace::compile_seconds() const {
    return state_->planner.compile_seconds;
}

std::optional<PlanCost> Workspace::plan_cost() const {
    if (!state_->plan_has_run || !state_->run.plan()) return std::nullopt;
    return state_->run.plan()->cost;
}

}  // namespace pgm
