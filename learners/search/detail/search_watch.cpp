#include <learners/search/detail/search_watch.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners::detail {
namespace {

/// A century: longer limits are none, and a clock cannot hold all of them.
constexpr double longest_limit = 100.0 * 365 * 24 * 3600;

using Clock = StopToken::Clock;

StopToken token_of(const SearchControl& control) {
    if (!control.time_limit) return control.stop;
    const double seconds = control.time_limit->count();
    if (std::isnan(seconds) || seconds < 0)
        throw ArgumentError("the time limit of a search must not be negative");
    if (seconds >= longest_limit) return control.stop;
    Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(*control.time_limit);
    end = std::min(end, control.stop.deadline().value_or(end));
    return StopToken([stop = control.stop] { return stop.requested(); }, end);
}

}  // namespace

SearchWatch::SearchWatch(const SearchControl& control)
    : proceed_(control.proceed),
      stop_(token_of(control)),
      threads_(thread_count(control.threads)) {}

bool SearchWatch::may_go_on(const std::function<SearchProgress()>& progress) {
    if (stopped_) return false;
    stopped_ = stop_.requested() || (proceed_ && !proceed_(progress()));
    return !stopped_;
}

SearchControl SearchWatch::rest() const {
    return {.proceed = proceed_, .time_limit = std::nullopt, .threads = threads_, .stop = stop_};
}

std::size_t SearchWatch::for_each(std::size_t count, const std::function<void(std::size_t)>& body,
                                  const std::function<SearchProgress(std::size_t)>& progress) {
    // Portions grow until one takes about a twentieth of a second: short enough to stop soon, long
    // enough for the threads to be worth their start.
    constexpr std::chrono::milliseconds enough(50);
    std::size_t portion = threads_;
    for (std::size_t done = 0; done < count;) {
        if (!may_go_on([&] { return progress(done); })) return done;
        const std::size_t now = std::min(portion, count - done);
        const Clock::time_point start = Clock::now();
        loop_.run(now, threads_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) body(done + i);
        });
        if (Clock::now() - start < enough) portion *= 2;
        done += now;
    }
    return count;
}

}  // namespace pgm::learners::detail
