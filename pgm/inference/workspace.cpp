#include <pgm/inference/workspace_state.hpp>

namespace pgm {

Workspace::Workspace() : state_(std::make_unique<State>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

double Workspace::compile_seconds() const {
    return state_->planner.compile_seconds;
}
const Plan* Workspace::plan() const {
    return state_->last_run ? state_->last_run->plan().get() : nullptr;
}

}  // namespace pgm
