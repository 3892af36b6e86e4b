#include <pgm/core/stop_token.hpp>

#include <algorithm>

namespace pgm {

StopToken::StopToken(std::function<bool()> request, std::optional<Clock::time_point> deadline)
    : state_(std::make_shared<State>()) {
    state_->request = std::move(request);
    state_->deadline = deadline;
}

bool StopToken::requested() const {
    if (!state_) return false;
    if (state_->requested) return true;
    const bool is_late = state_->deadline && Clock::now() >= *state_->deadline;
    if (!is_late && !(state_->request && state_->request())) return false;
    state_->requested = true;
    return true;
}

void StopToken::check() const {
    if (requested()) throw Stopped();
}

std::optional<StopToken::Clock::time_point> StopToken::deadline() const {
    return state_ ? state_->deadline : std::nullopt;
}

std::optional<std::chrono::duration<double>> StopToken::time_left() const {
    using Seconds = std::chrono::duration<double>;
    if (!deadline()) return std::nullopt;
    return std::max(Seconds(0), Seconds(*deadline() - Clock::now()));
}

}  // namespace pgm
