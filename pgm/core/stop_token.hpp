#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace pgm {

/// Long work that was stopped and has no result. It is no pgm::Error, as nothing is wrong: who does
/// without a candidate that cannot be fitted must not go on after this.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped by its caller"; }
};

/// A cancellation token, which long work polls within its steps, many times a second. A value:
/// copies share the same state. Once stop is requested, it stays so.
///
///     const StopToken stop([&] { return window_was_closed.load(); });
///     learners::fit(data, "play", {.structure = "tan", .stop = stop});  // throws Stopped
///
/// Differs from std::stop_token in that it polls a function, and in that it may have a deadline:
/// what does not fit into the time that is left need not be begun.
class StopToken {
public:
    using Clock = std::chrono::steady_clock;

    /// A token that is never requested.
    StopToken() = default;

    /// Polls `request`, which may be called by several threads at once, until it is true.
    template <std::predicate Request>
    requires(!std::same_as<std::remove_cvref_t<Request>, StopToken>) StopToken(Request&& request)
        : StopToken(std::forward<Request>(request), std::nullopt) {}

    /// A token that is requested from the deadline on, at the latest; the function may be empty.
    StopToken(std::function<bool()> request, std::optional<Clock::time_point> deadline);

    /// False if stop can never be requested.
    bool is_possible() const { return state_ != nullptr; }
    bool requested() const;
    /// Throws Stopped if stop is requested.
    void check() const;

    std::optional<Clock::time_point> deadline() const;
    /// The time until the deadline, at least 0; null where there is none.
    std::optional<std::chrono::duration<double>> time_left() const;

private:
    struct State {
        std::function<bool()> request;
        std::optional<Clock::time_point> deadline;
        std::atomic<bool> requested = false;
    };

    std::shared_ptr<State> state_;
};

}  // namespace pgm
