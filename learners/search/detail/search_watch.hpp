#pragma once

#include <learners/search/detail/timed_loop.hpp>
#include <learners/search/search_control.hpp>

#include <chrono>
#include <cstddef>
#include <functional>

namespace pgm::learners::detail {

/// Watches whether a search may go on: the time limit, and what the caller says. Once it says no,
/// it stays so. To be asked from the caller's thread only; its token by any.
class SearchWatch {
public:
    explicit SearchWatch(const SearchControl& control);

    bool may_go_on(const SearchProgress& progress) {
        return may_go_on([&] { return progress; });
    }
    /// Computes the progress only where the caller asks for it.
    bool may_go_on(const std::function<SearchProgress()>& progress);
    bool stopped() const { return stopped_; }
    /// For what runs within a step: the time limit, and the token of the caller.
    const StopToken& token() const { return stop_; }
    std::size_t threads() const { return threads_; }

    /// The control for a search that this one starts: the same caller, and the rest of the time in
    /// its token.
    SearchControl rest() const;

    /// Calls body(i) for i = 0 ... count-1 on all threads, in portions between which it asks
    /// may_go_on(progress(done)). Returns how many were done: all, unless stopped. The bodies must
    /// not depend on each other.
    std::size_t for_each(std::size_t count, const std::function<void(std::size_t)>& body,
                         const std::function<SearchProgress(std::size_t done)>& progress);

private:
    const std::function<bool(const SearchProgress&)> proceed_;
    const StopToken stop_;
    std::size_t threads_;
    TimedLoop loop_;
    bool stopped_ = false;
};

}  // namespace pgm::learners::detail
