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

/// A wish to stop, which long work asks about within its steps, many times a second. A value:
/// copies share the same wish. Once it is true, it stays so.
///
///     const StopToken stop([&] { return window_was_closed.load(); });
///     learners::fit(data, "play", {.structure = "tan", .stop = stop});  // throws Stopped
///
/// Differs from std::stop_token in that the wish is asked for, and in that it may have a deadline:
/// what does not fit into the time that is left need not be begun.
class StopToken {
public:
    using Clock = std::chrono::steady_clock;

    /// Never.
    StopToken() = default;

    /// Asks `wish`, which may be called by several threads at once, until it is true.
    template <std::predicate Wish>
    requires(!std::same_as<std::remove_cvref_t<Wish>, StopToken>) StopToken(Wish&& wish)
        : StopToken(std::forward<Wish>(wish), std::nullopt) {}

    /// Token whose wish is there from the deadline on, at the latest; the function may be empty.
    StopToken(std::function<bool()> wish, std::optional<Clock::time_point> deadline);

    /// False where it never will be requested.
    bool is_possible() const { return state_ != nullptr; }
    bool requested() const;
    /// Throws Stopped where that is wished.
    void check() const;

    std::optional<Clock::time_point> deadline() const;
    /// The time until the deadline, at least 0; null where there is none.
    std::optional<std::chrono::duration<double>> time_left() const;

private:
    struct State {
        std::function<bool()> wish;
        std::optional<Clock::time_point> deadline;
        std::atomic<bool> requested = false;
    };

    std::shared_ptr<State> state_;
};

}  // namespace pgm
