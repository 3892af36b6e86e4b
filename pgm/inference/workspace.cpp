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
    return (state_->evidence_came_last ? state_->evidence_run : state_->run).plan().get();
}

}  // namespace pgm
