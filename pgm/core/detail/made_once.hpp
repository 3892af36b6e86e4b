#pragma once

#include <atomic>
#include <mutex>
#include <optional>

namespace pgm::detail {

/// A value that is made when it is first asked for, by one of the threads that ask; the others wait
/// for it. One whose making throws is made by the next that asks.
template <class T>
class MadeOnce {
public:
    /// `make()` returns the value.
    template <class Make>
    const T& get(const Make& make) const {
        if (!is_made_.load(std::memory_order_acquire)) {
            std::call_once(once_, [&] {
                value_.emplace(make());
                is_made_.store(true, std::memory_order_release);
            });
        }
        return *value_;
    }

private:
    mutable std::once_flag once_;
    mutable std::atomic<bool> is_made_ = false;  ///< what std::call_once would take longer to tell
    mutable std::optional<T> value_;             ///< written under that once_flag
};

}  // namespace pgm::detail
